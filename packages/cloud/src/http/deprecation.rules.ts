/* How an endpoint that is to end says so: by the headers of RFC 9745 and RFC 8594, and in the OpenAPI document. */

export interface Deprecation {
  /** From this day on it should not be used; ISO 8601. */
  since: string;
  /** From this day on it may be gone; a year later at the earliest. */
  sunset: string;
  /** Where it says what to use instead. */
  link: string;
}

/** @throws where a day is none, or the notice is shorter than what is promised (docs/interface.md) */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  const [from, until] = [dayOf(since), dayOf(sunset)];
  const earliest = new Date(from);
  earliest.setUTCFullYear(earliest.getUTCFullYear() + 1);
  if (until < earliest) throw new Error(`the sunset ${sunset} is less than a year after ${since}`);
  return {
    Deprecation: `@${from.getTime() / 1_000}`,
    Sunset: until.toUTCString(),
    Link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
}

function dayOf(text: string): Date {
  const day = new Date(`${text}T00:00:00.000Z`);
  if (Number.isNaN(day.getTime())) throw new Error(`${text} is no day, such as 2026-01-31`);
  return day;
}
