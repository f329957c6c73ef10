import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { acceptedTags, filled } from '../../src/http/pages/first-page.rules.js';

describe('the languages of a caller', () => {
  test.each<[header: string | undefined, tags: string[]]>([
    [undefined, []],
    ['', []],
    ['fi', ['fi']],
    ['fi-FI, fi;q=0.9, en;q=0.8', ['fi-FI', 'fi', 'en']],
    ['en;q=0.1, sv, de;q=0.5', ['sv', 'de', 'en']],
    ['de;q=0, sv', ['sv']],
    ['*, en', ['en']],
    ['en;q=much, sv', ['sv']],
    ['../../etc, fi', ['fi']],
  ])('%j', (header, tags) => {
    expect(acceptedTags(header)).toEqual(tags);
  });

  test('are tags alone, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        for (const tag of acceptedTags(header)) expect(tag).toMatch(/^[A-Za-z0-9-]+$/);
      }),
    );
  });
});

describe('the first page', () => {
  const PAGE =
    '<!doctype html><html lang="en"><head><script type="module" crossorigin src="/assets/first.js"></script></head><body><div id="root"></div></body></html>';
  const drawn = {
    language: 'fi',
    locale: 'fi-FI',
    html: '<h1>Ovet</h1>',
    styles: '[data-style="0"]{display:contents}',
  };

  test('shows what is drawn, in its language, and loads its code after its styles', () => {
    const { page } = filled(PAGE, drawn, {});
    expect(page).toContain('<html lang="fi" data-drawn="fi-FI">');
    expect(page).toContain('<div id="root"><h1>Ovet</h1></div>');
    expect(page).toContain('<script type="module" fetchpriority="low" crossorigin');
  });

  test('allows the styles that it brings, and no others', () => {
    const { page, styleSources } = filled(PAGE, drawn, {});
    const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    expect(styleSources).toBe(`'self' 'sha256-${createHash('sha256').update(styles).digest('base64')}'`);
  });

  test('gives the answers to its code, whatever is in them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, text) => {
        const answers = JSON.parse(JSON.stringify({ value, text, evil: '</script><!--<script>', $: '$&' }));
        const { page } = filled(PAGE, drawn, answers);
        const [, kept = ''] = /id="answers">(.*?)<\/script>/s.exec(page) ?? [];
        expect(kept).not.toContain('<');
        expect(JSON.parse(kept)).toEqual(answers);
      }),
    );
  });

  test('is not made of a page that is built otherwise', () => {
    expect(() => filled('<html><body></body></html>', drawn, {})).toThrow('index.html has no');
  });
});
