/** Text with names in braces alone: most texts, of which a long list shows thousands. */
const SIMPLE = /^(?:[^{}<>'#]|\{\w+\})*$/;

/** Whether a message of ICU is text with names in braces alone. */
export const isSimple = (message: string): boolean => SIMPLE.test(message);

/**
 * A message of ICU with its values, where it takes no more than to put them in; null where it takes a formatter, which a slow
 * phone makes in milliseconds each.
 * @throws where a value is missing, as the formatter does
 */
export const filled = (message: string, values: Readonly<Record<string, string | number>>): string | null =>
  piecesOf(message, values)?.join('') ?? null;

/** The same as pieces, of which every second one is a value. */
export function piecesOf<T>(message: string, values: Readonly<Record<string, T>>): (string | T)[] | null {
  if (!isSimple(message)) return null;
  return message.split(/\{(\w+)\}/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const value = values[piece];
    if (value === undefined) throw new Error(`no value for {${piece}} in "${message}"`);
    return value;
  });
}
