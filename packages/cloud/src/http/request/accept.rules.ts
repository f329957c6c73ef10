/** Whether a header `Accept` names this very media type, and does not refuse it (`q=0`). RFC 9110, 12.5.1. */
export function accepts(header: string | undefined, mediaType: string): boolean {
  const ranges = (header ?? '').toLowerCase().split(',');
  return ranges.some((range) => {
    const [name, ...parameters] = range.split(';').map((part) => part.trim());
    return name === mediaType && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
