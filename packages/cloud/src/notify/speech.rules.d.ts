export declare const LANGUAGES: readonly ['en', 'fi', 'sv', 'de'];
export type Language = (typeof LANGUAGES)[number];
export interface Speech {
  language: Language;
  /** As `Wednesday 14 January 2026 at 08:00`, with the zone's short name. */
  moment(iso: string): string;
  /** As `14/01`, for where there is little room. */
  day(iso: string): string;
  /** As `7 days` or `36 hours`, in the form that "for …" takes; of whole days, else of the nearest hour, at least one. */
  span(milliseconds: number): string;
}
/**
 * @param tag BCP 47; a language without templates, or no language at all, is English
 * @param timezone IANA; an unknown one is UTC
 */
export declare function speechOf(tag: string, timezone: string): Speech;
//# sourceMappingURL=speech.rules.d.ts.map
