/*
 * How the product looks wherever it is seen: pages, bench, setup page, documentation, e-mails and reports. Every colour
 * has one name and one value for light and one for dark; text on its ground has a contrast of at least 4.5 to 1.
 */

const LIGHT = {
  page: '#f4f6f9',
  card: '#ffffff',
  ink: '#16202e',
  dim: '#566273',
  line: '#dbe1e9',
  accent: '#1d58b8',
  'accent-soft': '#e5edfb',
  /** The ground of what is pressed, and the same under the pointer; white stands on both. */
  press: '#1d58b8',
  'press-over': '#17478f',
  good: '#1a7548',
  'good-soft': '#e1f4e9',
  alarm: '#b42318',
  'alarm-soft': '#fdebe9',
  warning: '#855600',
  'warning-soft': '#fdf2da',
  held: '#6b46b8',
  'held-soft': '#f0eafb',
  open: '#0b6884',
  'open-soft': '#dff2f7',
  /** The bar at the top of every page, and what stands on it. */
  brand: '#14233f',
  'brand-ink': '#ffffff',
  'brand-dim': '#b9c5da',
  shadow: '0 1px 2px rgb(20 30 45 / 7%)',
};

export type Colour = keyof typeof LIGHT;

const DARK: Record<Colour, string> = {
  page: '#10151d',
  card: '#19202b',
  ink: '#e6eaf0',
  dim: '#9ba8b8',
  line: '#2d3744',
  accent: '#86b4f5',
  'accent-soft': '#1c2f4d',
  press: '#1d58b8',
  'press-over': '#2a66c8',
  good: '#6fcf97',
  'good-soft': '#15322a',
  alarm: '#ff8a80',
  'alarm-soft': '#401d1d',
  warning: '#f0c063',
  'warning-soft': '#372b12',
  held: '#bda4f5',
  'held-soft': '#2b2445',
  open: '#69c8e2',
  'open-soft': '#11323d',
  brand: '#0b111b',
  'brand-ink': '#ffffff',
  'brand-dim': '#a9b6ca',
  shadow: 'none',
};

/** For what has no dark: paper, and the inline styles of e-mails. */
export const COLOURS: Readonly<Record<Colour, string>> = LIGHT;

/** The light of a door: the one warm colour of the mark. */
export const LAMP = '#f6a821';

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** The colours as custom properties of a style sheet, `--accent` and so on, light or dark as the system says. */
export function colourStyles(): string {
  return `:root {
  color-scheme: light;
${properties(LIGHT, '  ')}
}
@media (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
${properties(DARK, '    ')}
  }
}
`;
}

const properties = (colours: Record<Colour, string>, indent: string): string =>
  Object.entries(colours)
    .map(([name, value]) => `${indent}--${name}: ${value};`)
    .join('\n');

/**
 * The mark of an installation as an SVG of 32 by 32: a lit door with the initial of the service's name.
 * @param service `SERVICE_NAME`
 */
export function markOf(service: string): string {
  const initial = /[\p{L}\p{N}]/u.exec(service)?.[0]?.toUpperCase() ?? 'D';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
    `<rect width="32" height="32" rx="8" fill="${LIGHT.brand}"/>` +
    `<path d="M9 25.500V12.500a7 7 0 0 1 14 0v13Z" fill="#fff"/>` +
    `<text x="16" y="21.500" text-anchor="middle" font-family="Arial, Helvetica, sans-serif" font-size="12" font-weight="700" fill="${LIGHT.brand}">${initial}</text>` +
    `<path d="M6.500 27h19" stroke="${LAMP}" stroke-width="2.400" stroke-linecap="round"/>` +
    `</svg>`
  );
}
