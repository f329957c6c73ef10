import type { IncomingMessage, ServerResponse } from 'node:http';

/** Anything beside the interface, such as the web pages; `path` is cut off `request.url`. */
export interface Mount {
  path: string;
  handle: (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
}
