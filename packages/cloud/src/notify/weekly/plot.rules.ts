import { encode } from 'fast-png';
import type { Bar } from './weekly.types.js';

/*
 * Bars as a picture, without text: the table below it bears the labels, in columns of the same width. Pure. The background
 * is transparent and the colours stand out from light and dark alike, as no sender knows how a mail is shown.
 */

/** Shown at half of it, so that it is sharp on dense screens. */
export const PLOT = { width: 1120, height: 240 } as const;
/** Contrast of at least 3 with white and with black. */
export const REAL = '#d9480f';
export const NUISANCE = '#6b7f99';
const BASE = '#8a8a8a';
const BASE_PX = 2;

/** A PNG with one column for each bar: real ones at the bottom, nuisance above. */
export function plot(bars: readonly Bar[]): Uint8Array {
  const { width, height } = PLOT;
  const data = new Uint8Array(width * height * 4);
  const pixels = new Uint32Array(data.buffer);
  const fill = ([left, right]: Span, [top, bottom]: Span, colour: string) => {
    for (let y = top; y < bottom; y++) pixels.fill(pixelOf(colour), y * width + left, y * width + right);
  };
  const room = height - BASE_PX;
  const highest = Math.max(1, ...bars.map(({ real, nuisance }) => real + nuisance));
  const column = width / bars.length;
  for (const [index, { real, nuisance }] of bars.entries()) {
    const x = [Math.round((index + 0.2) * column), Math.round((index + 0.8) * column)] as const;
    const top = (count: number) => room - Math.round((count / highest) * room);
    fill(x, [top(real), room], REAL);
    fill(x, [top(real + nuisance), top(real)], NUISANCE);
  }
  fill([0, width], [room, height], BASE);
  return encode({ width, height, data, channels: 4 });
}

type Span = readonly [from: number, to: number];

/** Red, green, blue and opaque, as they lie in memory. */
const pixelOf = (colour: string): number =>
  new Uint32Array(
    Uint8Array.from([...[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)), 255]).buffer,
  )[0] as number;
