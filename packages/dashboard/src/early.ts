/*
 * Runs by itself before the page's code, which is larger, has come: asks for what the overview shows, so that the answers
 * are there when the code is. The page takes each at most once.
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
  const early = new Map<string, Promise<Response>>();
  const ask = (path: EarlyPath): Promise<Response> => {
    const answer = fetch(`/dashboard${path}`, { credentials: 'same-origin' });
    early.set(path, answer);
    return answer;
  };
  globalThis.early = early;
  // Links in notices lead to pages for which no session is needed.
  if (!['/join', '/reset'].includes(location.pathname))
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

export {};
