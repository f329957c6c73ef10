import type { NextFunction, Request, Response } from 'express';

/** Anything beside the interface, such as the web pages; `path` is cut off `request.url`. */
export interface Mount {
  path: string;
  handle: (request: Request, response: Response, next: NextFunction) => void;
}
