/** What is to be taken out of a text, and what it is called there. */
export interface Secret {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}
