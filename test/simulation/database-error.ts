/** An error as PostgreSQL gives it, with its SQLSTATE. */
export class DatabaseError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
