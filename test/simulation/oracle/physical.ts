import type { LockPlan } from '../layout.js';
import type { Boot } from '../observed.js';
import { diskTrouble, type GatewayEvidence, type Known } from './evidence.js';
import type { Report } from './judge.js';

/* What the hands did, against what the gateways recorded. */

/** Debounce, bounces and the disk's own time: so long after a move it is on disk. */
const DURABLE_AFTER_MS = 200;
/** A disk that refused is tried again this long after, at the latest. */
const DISK_RETRY_MS = 25_000;
/** Moves so close to the reading of the levels may be seen as one or the other. */
const STARTING_MS = 150;

export function judgeRecording(gateway: GatewayEvidence, report: Report, end: number): void {
  for (const plan of gateway.plan.locks) {
    const door = gateway.seen.doors.get(plan.setup.door);
    if (!door) continue;
    const { contact, exitButton } = plan.setup;
    const moves = contact ? door.leaf.map(({ at, open }) => ({ at, what: open ? 'open' : 'closed' })) : [];
    const presses = exitButton ? door.presses.map(({ at }) => ({ at, what: 'pressed' })) : [];
    match(
      gateway,
      plan,
      moves,
      (one) => (one.record.kind === 'contact' && !one.record.snapshot ? one.record.state : null),
      report,
      end,
    );
    match(
      gateway,
      plan,
      presses,
      (one) => (one.record.kind === 'exit_button' && one.record.pressed ? 'pressed' : null),
      report,
      end,
    );
  }
  judgeDelivery(gateway, report, end);
}

function match(
  gateway: GatewayEvidence,
  plan: LockPlan,
  moves: { at: number; what: string }[],
  nameOf: (one: Pick<Known, 'record'>) => string | null,
  report: Report,
  end: number,
): void {
  const rule = 'no edge is lost or doubled on its way into the journal';
  const keyOf = (one: Pick<Known, 'record'>): string | null => {
    const what = nameOf(one);
    if (what === null || one.record.door !== plan.setup.door) return null;
    const boot = gateway.seen.boots.find(({ boot }) => boot === one.record.boot);
    return `${what} ${(boot?.started ?? 0) + one.record.mono_ms}`;
  };
  const recorded = new Map<string, number>();
  for (const one of gateway.known) {
    const key = keyOf(one);
    if (key !== null) recorded.set(key, (recorded.get(key) ?? 0) + 1);
  }
  // Their numbers stand for others, and their disk was ruined before they were numbered again.
  const ruined = new Set(
    gateway.claims.flatMap(({ others }) =>
      others
        .filter(({ durable, at }) => durable && gateway.seen.ruined.some((ruin) => ruin >= at))
        .map(keyOf),
    ),
  );
  for (const { at, what } of moves) {
    const key = `${what} ${at}`;
    const count = recorded.get(key) ?? 0;
    recorded.delete(key);
    if (count > 1) report(rule, at, plan, `${what} is recorded ${count} times`);
    if (count > 0 || ruined.has(key)) continue;
    const boot = bootAt(gateway.seen.boots, at);
    if (!boot || boot.listening === null || at < boot.listening + STARTING_MS) continue;
    const trouble = diskTrouble(gateway.seen, at - DISK_RETRY_MS, at + DURABLE_AFTER_MS);
    const safe = trouble === null ? at + DURABLE_AFTER_MS : Math.max(at, trouble) + DISK_RETRY_MS;
    // A loss of power or a crash may take what was not durable yet.
    if ((boot.died ?? end) > safe) report(rule, at, plan, `${what} is not recorded`);
  }
  for (const [key, count] of recorded) {
    const [what = '', at = '0'] = key.split(' ');
    const boot = bootAt(gateway.seen.boots, Number(at));
    const starting =
      boot?.listening !== null && boot !== undefined && Number(at) < (boot.listening ?? 0) + STARTING_MS;
    if (!starting) report(rule, Number(at), plan, `${what} is recorded ${count} times, but no one did it`);
  }
}

const bootAt = (boots: readonly Boot[], at: number): Boot | undefined =>
  boots.find(({ started, died }) => started <= at && (died === null || at < died));

/** What is durable arrives, once all is well again; a ruined disk takes with it what it had. */
function judgeDelivery({ known, seen, plan }: GatewayEvidence, report: Report, end: number): void {
  for (const { record, durableAt, arrived } of known) {
    const ruined = seen.ruined.some((at) => at >= durableAt);
    if (arrived === null && !ruined && end - durableAt > 120_000)
      report('what is durable at the gateway arrives', durableAt, plan, `record ${record.seq} never arrived`);
  }
}
