import { fitted } from './picture.rules.js';

/* A chosen picture drawn anew, as large as it needs to be: nothing but its pixels leaves the browser. */

/** The right way up, as the camera says that it was held. @throws where the browser cannot read it */
export async function pictureOf(file: File, longestSide: number): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = fitted(bitmap.width, bitmap.height, longestSide);
  const { canvas, context } = sheet(width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas;
}

/** White, as paper is: a drawing may be transparent. */
export function sheet(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return { canvas, context };
}

/** In base64; null where the browser cannot. */
export async function encoded(
  canvas: HTMLCanvasElement,
  type: 'image/webp' | 'image/jpeg',
  quality: number,
): Promise<string | null> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  return blob && base64(blob);
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  // As many arguments as every engine takes.
  for (let at = 0; at < bytes.length; at += 32_768)
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(binary);
}
