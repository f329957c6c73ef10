/**
 * Moves style attributes, which the content security policy allows no page, into rules of a style sheet, each once.
 * @param html as Preact writes it: in text and in values, quotes are references
 */
export function withoutInlineStyles(html: string): { html: string; styles: string } {
  const found = new Map<string, number>();
  const moved = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const number = found.get(style) ?? found.size;
    found.set(style, number);
    return ` data-style="${number}"`;
  });
  const styles = [...found].map(([style, number]) => `[data-style="${number}"]{${decoded(style)}}`);
  return { html: moved, styles: styles.join('\n') };
}

const REFERENCES: Record<string, string> = { '&quot;': '"', '&amp;': '&', '&lt;': '<' };

const decoded = (style: string): string =>
  style.replace(/&(?:quot|amp|lt);/g, (one) => REFERENCES[one] ?? one);
