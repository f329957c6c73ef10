import { type Clock, systemClock } from '@door-access/protocol';
import { CASES, type Case } from './cases.js';
import { Subject, Unexpected, Unjudged } from './subject.js';
import type { CaseResult, ReceiverToCheck, Report } from './types.js';

/**
 * Holds a receiver of webhooks to each case, one after another: it gets deliveries as the service sends them, and some
 * that no one should believe.
 */
export async function checkReceiver(receiver: ReceiverToCheck, clock: Clock = systemClock): Promise<Report> {
  const subject = new Subject(receiver, clock);
  const cases: CaseResult[] = [];
  for (const each of CASES) cases.push(await judge(each, subject));
  const count = (outcome: CaseResult['outcome']) => cases.filter((one) => one.outcome === outcome).length;
  const failed = count('failed');
  return { ok: failed === 0, passed: count('passed'), failed, skipped: count('skipped'), cases };
}

async function judge({ name, title, next, run }: Case, subject: Subject): Promise<CaseResult> {
  try {
    await run(subject);
    return { name, title, outcome: 'passed', found: null, next: null };
  } catch (error) {
    const found = (error as Error).message;
    if (error instanceof Unjudged) return { name, title, outcome: 'skipped', found, next: error.next };
    if (error instanceof Unexpected) return { name, title, outcome: 'failed', found, next };
    throw error;
  }
}
