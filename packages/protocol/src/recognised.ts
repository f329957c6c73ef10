const VALUE = /\{(\w+)\}/g;

/**
 * Which of these sentences the words are, with what was put in for each `{name}`; null where they are none of them. Of
 * several that fit, the first is meant.
 */
export function recognised<Message extends string>(
  messages: readonly Message[],
  words: string,
): { message: Message; values: Record<string, string> } | null {
  for (const message of messages) {
    if (message === words) return { message, values: {} };
    if (!message.includes('{')) continue;
    const pattern = message
      .split(VALUE)
      .map((part, index) =>
        index % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${part}>.+)`,
      )
      .join('');
    const found = new RegExp(`^${pattern}$`, 's').exec(words);
    if (found) return { message, values: { ...found.groups } };
  }
  return null;
}

/** The sentence with its values put in. */
export const filled = (message: string, values: Readonly<Record<string, string>>): string =>
  message.replace(VALUE, (whole, name: string) => values[name] ?? whole);
