import type { World } from '../world.js';
import { judgeCommands } from './commands.js';
import { judgeDeliveries } from './deliveries.js';
import { judgeDoor } from './doors.js';
import { judgeEmergencies } from './emergencies.js';
import { gather } from './evidence.js';
import { judgeHolds } from './holds.js';
import { judgeMaintenance } from './maintenance.js';
import { judgeNumbers } from './numbers.js';
import { judgeRecording } from './physical.js';
import { judgePresence } from './presence.js';

export interface Violation {
  /** The promise that was broken. */
  rule: string;
  at: number;
  gateway: number | null;
  lock: number | null;
  what: string;
}

/** Notes a broken promise, about a lock, a gateway, or neither. */
export type Report = (
  rule: string,
  at: number,
  about: { gateway: number; id: number } | { index: number } | null,
  what: string,
) => void;

/**
 * Says which promises were broken. Nothing here comes from the product: it restates docs/behaviour.md, from
 * what hands, disks, wires and endpoints were seen to do.
 */
export function judge(world: World): Violation[] {
  const violations: Violation[] = [];
  const report: Report = (rule, at, about, what) => {
    const gateway = about === null ? null : 'index' in about ? about.index : about.gateway;
    violations.push({
      rule,
      at,
      gateway,
      lock: about !== null && 'id' in about && !('index' in about) ? about.id : null,
      what,
    });
  };
  const evidence = gather(world);
  for (const gateway of evidence.gateways) {
    judgeNumbers(gateway, report);
    judgeRecording(gateway, report, evidence.end);
  }
  const { commands, quarantine } = world.database.tables;
  for (const lock of evidence.locks) judgeDoor(lock, commands, report, evidence.end);
  judgeCommands(evidence, report);
  judgeHolds(evidence, report);
  judgeEmergencies(evidence, report);
  judgeMaintenance(evidence, report);
  judgePresence(evidence, report);
  judgeDeliveries(evidence, report);
  if (quarantine.length > world.seen.garbage)
    report('what a gateway says in good order is never set aside', 0, null, quarantine.at(-1)?.error ?? '');
  return violations.sort((a, b) => a.at - b.at);
}
