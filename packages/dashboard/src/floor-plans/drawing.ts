import { encoded, pictureOf, sheet } from '../files/picture.js';
import { fitted } from '../files/picture.rules.js';
import { text } from '../language/text.js';

/* A chosen file as the one kind of drawing that the service keeps. */

export interface Drawing {
  /** Base64. */
  image: string;
  width: number;
  height: number;
}

/** What a phone still draws. */
const LONGEST_SIDE = 3_000;
const QUALITY = 0.9;

/** A file that cannot become a drawing; its message is for the person. */
export class DrawingError extends Error {
  override name = 'DrawingError';
}

/** @throws DrawingError */
export async function drawingOf(file: File): Promise<Drawing> {
  const isPdf = file.type === 'application/pdf' || file.name.toLowerCase().endsWith('.pdf');
  const canvas = await (isPdf ? firstPage(file) : pictureOf(file, LONGEST_SIDE)).catch(() => {
    throw new DrawingError(
      isPdf
        ? text('This PDF cannot be read. Save its page as a PNG, and choose that.')
        : text('The browser cannot read this file as an image. Choose a PNG, a JPEG, a WebP image or a PDF.'),
    );
  });
  const image = await encoded(canvas, 'image/webp', QUALITY);
  if (image === null)
    throw new DrawingError(text('The browser could not draw this file. Choose a smaller one.'));
  return { image, width: canvas.width, height: canvas.height };
}

/** The reader of PDFs is loaded by those who choose one. */
async function firstPage(file: File): Promise<HTMLCanvasElement> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
  try {
    const page = await pdf.getPage(1);
    const whole = page.getViewport({ scale: 1 });
    // Points are coarse: drawn at three times their size, a page of A3 is sharp on a large screen.
    const { width, height } = fitted(whole.width * 3, whole.height * 3, LONGEST_SIDE);
    const { canvas } = sheet(width, height);
    await page.render({ canvas, viewport: page.getViewport({ scale: width / whole.width }) }).promise;
    return canvas;
  } finally {
    await pdf.destroy();
  }
}
