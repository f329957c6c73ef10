import { type Health, toTimestamp } from '@door-access/protocol';

/* The health of a gateway, by its last heartbeat. Pure. */

export interface GatewayHealth {
  disk_free_mb: number | null;
  disk_refuses: boolean | null;
  undervoltage: boolean | null;
  cpu_temp_c: number | null;
  ntp_synced: boolean | null;
  guard_alive: boolean | null;
  boards: { id: string; ok: boolean; error: string | null }[];
  cert_expires_at: string | null;
}

/** Every field, null if it was not reported; null for a gateway that reports no health. */
export function toHealth(reported: Health | null): GatewayHealth | null {
  if (reported === null) return null;
  const { boards = [], cert_expires_at, ...rest } = reported;
  return {
    disk_free_mb: rest.disk_free_mb ?? null,
    disk_refuses: rest.disk_refuses ?? null,
    undervoltage: rest.undervoltage ?? null,
    cpu_temp_c: rest.cpu_temp_c ?? null,
    ntp_synced: rest.ntp_synced ?? null,
    guard_alive: rest.guard_alive ?? null,
    boards: boards.map(({ id, ok, error }) => ({ id, ok, error: error ?? null })),
    cert_expires_at: cert_expires_at ? timeOf(cert_expires_at) : null,
  };
}

const YEARS = /^\d{4}-/;

/** A time zone may shift the time beyond the years that the interface can represent. */
function timeOf(reported: string): string | null {
  const at = Date.parse(reported);
  const written = Number.isNaN(at) ? '' : toTimestamp(at);
  return YEARS.test(written) ? written : null;
}
