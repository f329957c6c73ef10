import { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'preact-render-to-string';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { timeIs } from './clock.js';
import { languageOf, localeOf } from './language/language.rules.js';
import { language, load, locale } from './language/text.js';
import { Root } from './root.jsx';
import { type FirstAnswers, takeAnswers } from './session.js';
import { withoutInlineStyles } from './styles.rules.js';

/*
 * The first page, drawn by the service into its answer, so that people see their doors before the code has come. The same
 * components draw it again in the browser. Each locale has an instance of this module: `drawn.js?fi-FI` (language/text.ts).
 */

await load();

export { language, locale };

/** @param tags BCP 47, as a browser lists them */
export const localeFor = (tags: readonly string[]): string => localeOf(languageOf(null, tags), tags);

/** @param at the time, Unix milliseconds */
export function draw(answers: FirstAnswers, at: number): { html: string; styles: string } {
  timeIs(at);
  const client = new QueryClient();
  takeAnswers(client, answers, at);
  const { hook, searchHook } = memoryLocation({ path: '/' });
  const html = renderToString(
    <Router hook={hook} searchHook={searchHook}>
      <Root client={client} />
    </Router>,
  );
  return withoutInlineStyles(html);
}
