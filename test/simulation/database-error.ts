export const CONNECTION_LOST = '08006';
export const UNIQUE_VIOLATION = '23505';

/** An error as PostgreSQL gives it, with its SQLSTATE. */
export class DatabaseError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
