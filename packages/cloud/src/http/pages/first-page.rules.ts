import { createHash } from 'node:crypto';

/** What the dashboard draws for the service. */
export interface Drawn {
  language: string;
  /** BCP 47, of dates and numbers: a browser that would take another shows nothing of this. */
  locale: string;
  html: string;
  /** Rules that its elements need, as the content security policy allows no style attributes. */
  styles: string;
}

const MAX_TAGS = 10;
const TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;

/** The languages of a caller, the favourite first. @param header such as `fi-FI, fi;q=0.9, en;q=0.8` */
export function acceptedTags(header = ''): string[] {
  return header
    .split(',', MAX_TAGS)
    .map((part) => {
      const [tag = '', weight = ''] = part.split(';').map((piece) => piece.trim());
      return { tag, weight: weight.startsWith('q=') ? Number(weight.slice(2)) : 1 };
    })
    .filter(({ tag, weight }) => TAG.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/**
 * Puts what is drawn, and the answers that it was drawn from, into the page.
 * @param page index.html as it is built
 * @param answers for the page's code, which takes them in place of asking for them
 * @returns also where the page's styles may come from, for its policy
 */
export function filled(
  page: string,
  { language, locale, html, styles }: Drawn,
  answers: unknown,
): { page: string; styleSources: string } {
  const kept = JSON.stringify(answers).replaceAll('<', '\\u003c');
  const parts: readonly [place: string, content: string][] = [
    ['<html lang="en">', `<html lang="${language}" data-drawn="${locale}">`],
    ['</head>', `<style>${styles}</style></head>`],
    ['<div id="root"></div>', `<div id="root">${html}</div>`],
    ['</body>', `<script type="application/json" id="answers">${kept}</script></body>`],
  ];
  // What is drawn needs the style sheet alone: it comes before the code.
  let whole = page.replaceAll('<script type="module" ', '<script type="module" fetchpriority="low" ');
  for (const [place, content] of parts) {
    const at = whole.lastIndexOf(place);
    if (at < 0) throw new Error(`index.html has no ${place}`);
    whole = whole.slice(0, at) + content + whole.slice(at + place.length);
  }
  const hash = createHash('sha256').update(styles).digest('base64');
  return { page: whole, styleSources: `'self' 'sha256-${hash}'` };
}
