/** `00-<trace>-<span>-<flags>` (W3C Trace Context). A later version may add parts behind them. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?=$|-)/;

export interface Parent {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

/** The caller's place in a trace, by the header `traceparent`; null where there is none that is well-formed. */
export function readParent(header: string | string[] | undefined): Parent | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(typeof header === 'string' ? header : '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}
