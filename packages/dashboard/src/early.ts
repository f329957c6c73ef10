import type { Language } from './language/language.rules.js';

/*
 * Runs by itself before the page's code, which is larger, has come. The page is drawn already where the service could do so
 * and this browser would draw it alike; else this asks for what the overview shows, so that the answers are there when the
 * code is. The page takes each at most once.
 */

type EarlyPath = '/session' | '/locations' | '/overview' | '/attention';

/** Answers that are on their way. Any path may be asked for, but `has` is asked of one that may be there. */
interface Early extends Pick<Map<string, Promise<Response>>, 'get' | 'delete' | 'clear'> {
  has(path: EarlyPath): boolean;
}

declare global {
  var early: Early | undefined;
}

{
  // What `languageOf` and `localeOf` choose (language.rules.ts), which are in the code that comes later.
  const SPOKEN: Record<Language, string> = { en: 'en-GB', fi: 'fi-FI', sv: 'sv-SE', de: 'de-DE' };
  const localeHere = (): string => {
    const tags = navigator.languages;
    const primary = (tag: string) => tag.toLowerCase().split('-')[0];
    const spoken = Object.keys(SPOKEN) as Language[];
    const wished = [localStorage.getItem('language'), ...tags.map(primary)];
    const language = spoken.find((one) => one === wished.find((wish) => wish && wish in SPOKEN)) ?? 'en';
    return tags.find((tag) => primary(tag) === language) ?? SPOKEN[language];
  };

  const early = new Map<string, Promise<Response>>();
  const ask = (path: EarlyPath): Promise<Response> => {
    const answer = fetch(`/dashboard${path}`, { credentials: 'same-origin' });
    early.set(path, answer);
    return answer;
  };
  globalThis.early = early;
  const { dataset } = document.documentElement;
  const isDrawn = dataset.drawn !== undefined;
  if (isDrawn) {
    // What this browser is set to, and the service does not know: nothing is shown that would change at once.
    const isOther = dataset.drawn !== localeHere() || localStorage.getItem('whose-time') === 'own';
    dataset.drawn = isOther ? 'otherwise' : 'alike';
    if (localStorage.getItem('first-steps-hidden') !== null) dataset.begun = '';
    // As the pages' code does, for which its style sheets wait.
    dataset.mantineColorScheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  // Links in notices lead to pages for which no session is needed.
  if (!isDrawn && !['/join', '/reset'].includes(location.pathname))
    ask('/session')
      .then((answer) => answer.clone().json())
      .then(({ user }) => {
        if (!user) return;
        ask('/locations').catch(() => {});
        if (location.pathname !== '/' || location.search !== '') return;
        for (const path of ['/overview', '/attention'] as const) ask(path).catch(() => {});
      })
      // The page asks again, and says what is wrong.
      .catch(() => {});
  // While the code is on its way: the first comparison of names takes a slow phone most of a tenth of a second.
  new Intl.Collator(navigator.language, { numeric: true, sensitivity: 'base' }).compare('a', 'b');
}
