/* Deliveries that have ended: written once, beside those that wait, into the partition of their day. */

const OUTCOME = ['status', 'attempt', 'response_status', 'last_error', 'delivered_at'] as const;
const REST = ['id', 'subscription_id', 'event_type', 'event_id', 'created_at', 'payload'] as const;

export const ENDED_COLUMNS = [...REST, ...OUTCOME].join(', ');
export const INTO_ENDED = `insert into delivery_ended (${ENDED_COLUMNS})`;

/** SQL: the columns of `INTO_ENDED`, from the delivery `d`, and its outcome from `x` as far as that names it. */
export function endedFrom(d: string, x: Partial<Record<(typeof OUTCOME)[number], string>>): string {
  const rest = REST.map((name) => `${d}.${name}`);
  return [...rest, ...OUTCOME.map((name) => x[name] ?? `${d}.${name}`)].join(', ');
}
