/** The code is what a log may show; messages of errors stay out of logs. */
export class EmbeddingError extends Error {
  constructor(
    message: string,
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'EmbeddingError';
  }
}
