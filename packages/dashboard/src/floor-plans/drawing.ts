import { text } from '../language/text.js';
import { fitted } from './place.rules.js';

/* A chosen file as the one kind of drawing that the service keeps. Nothing but its pixels leaves the browser. */

export interface Drawing {
  /** Base64. */
  image: string;
  width: number;
  height: number;
}

const QUALITY = 0.9;

/** A file that cannot become a drawing; its message is for the person. */
export class DrawingError extends Error {
  override name = 'DrawingError';
}

/** @throws DrawingError */
export async function drawingOf(file: File): Promise<Drawing> {
  const isPdf = file.type === 'application/pdf' || file.name.toLowerCase().endsWith('.pdf');
  const canvas = await (isPdf ? firstPage(file) : picture(file)).catch(() => {
    throw new DrawingError(
      isPdf
        ? text('This PDF cannot be read. Save its page as a PNG, and choose that.')
        : text('The browser cannot read this file as an image. Choose a PNG, a JPEG, a WebP image or a PDF.'),
    );
  });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));
  if (!blob) throw new DrawingError(text('The browser could not draw this file. Choose a smaller one.'));
  return { image: await base64(blob), width: canvas.width, height: canvas.height };
}

async function picture(file: File): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = fitted(bitmap.width, bitmap.height);
  const { canvas, context } = sheet(width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas;
}

/** The reader of PDFs is loaded by those who choose one. */
async function firstPage(file: File): Promise<HTMLCanvasElement> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
  try {
    const page = await pdf.getPage(1);
    const whole = page.getViewport({ scale: 1 });
    // Points are coarse: drawn at three times their size, a page of A3 is sharp on a large screen.
    const { width, height } = fitted(whole.width * 3, whole.height * 3);
    const { canvas } = sheet(width, height);
    await page.render({ canvas, viewport: page.getViewport({ scale: width / whole.width }) }).promise;
    return canvas;
  } finally {
    await pdf.destroy();
  }
}

/** White, as paper is: a drawing may be transparent. */
function sheet(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return { canvas, context };
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  // As many arguments as every engine takes.
  for (let at = 0; at < bytes.length; at += 32_768)
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(binary);
}
