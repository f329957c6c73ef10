/**
 * Why something outside of us did not work, in one line: for log lines and messages that name a setting. Says more than
 * `fetch failed`, or than the empty message of a host none of whose addresses answers.
 */
export function reasonOf(error: unknown): string {
  const { message, cause, errors, code } = error as Error & { errors?: unknown; code?: unknown };
  const inner = Array.isArray(errors) ? errors : typeof cause === 'object' && cause !== null ? [cause] : [];
  const parts = [message, [...new Set(inner.map(reasonOf))].join(', ')];
  const said = parts.filter((part) => typeof part === 'string' && part !== '').join(': ');
  return inOneLine(said || String(code ?? error));
}

export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
