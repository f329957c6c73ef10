import type { ServerResponse } from 'node:http';

/** Answers with a picture that people have given, which runs nothing even where it is opened alone. */
export function sendPicture(response: ServerResponse, image: Buffer, type: string): void {
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': image.length,
    // For this browser alone, and not beyond a day: who may see what it is of can change.
    'Cache-Control': 'private, max-age=86400',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
  response.end(image);
}
