/** Text with names in braces alone: most texts, of which a long list shows thousands. */
const IS_SIMPLE = /^(?:[^{}<>'#]|\{\w+\})*$/;

/**
 * A message of ICU with its values, where it takes no more than to put them in; null where it takes a formatter, which a slow
 * phone makes in milliseconds each.
 * @throws where a value is missing, as the formatter does
 */
export function filled(message: string, values: Readonly<Record<string, string | number>>): string | null {
  if (!IS_SIMPLE.test(message)) return null;
  return message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {${name}} in "${message}"`);
    return String(value);
  });
}
