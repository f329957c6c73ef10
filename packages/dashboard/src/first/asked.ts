/* Answers that were asked for before the page's code, which is larger, had come. */

const answers = new Map<string, Promise<Response>>();

export function ask(path: string): Promise<Response> {
  const answer = fetch(`/dashboard${path}`, { credentials: 'same-origin' });
  answers.set(path, answer);
  return answer;
}

/** Each is there once: asking again means to have it as it is then. */
export function take(path: string): Promise<Response> | undefined {
  const answer = answers.get(path);
  answers.delete(path);
  return answer;
}

/** A change makes them out of date. */
export const forget = (): void => answers.clear();
