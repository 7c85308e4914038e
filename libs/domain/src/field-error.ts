/** What is wrong with what somebody gave, and in which field of it. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}
