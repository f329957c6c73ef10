import { expect, test } from '@jest/globals';
import { withoutInlineStyles } from '../src/styles.rules.js';

test('each style stands once in the sheet, and its elements refer to it', () => {
  const { html, styles } = withoutInlineStyles(
    '<p style="a:1;">x</p><b class="c" style="b:2;"></b><i style="a:1;"></i>',
  );
  expect(html).toBe('<p data-style="0">x</p><b class="c" data-style="1"></b><i data-style="0"></i>');
  expect(styles).toBe('[data-style="0"]{a:1;}\n[data-style="1"]{b:2;}');
});

test('a value with quotes is written as it is', () => {
  expect(withoutInlineStyles('<p style="font-family:&quot;A &amp; B&quot;;"></p>').styles).toBe(
    '[data-style="0"]{font-family:"A & B";}',
  );
});

test('what only looks like a style stays: quotes in text are references', () => {
  const html = '<p title="a style=&quot;b&quot;">a style=&quot;b&quot;</p>';
  expect(withoutInlineStyles(html)).toEqual({ html, styles: '' });
});
