import type { JournalRecord } from '@door-access/protocol';
import type { GatewaySeen, Recorded } from '../observed.js';
import type { GatewayEvidence } from './evidence.js';
import type { Report } from './judge.js';

/* Which record a number of a journal stands for: of those that were on disk or on the wire under it, one counts. */

export interface Numbered extends Recorded {
  /** It was on disk; else it was sent from memory only. */
  durable: boolean;
  /** When it was first sent under this number; infinite where it never was. */
  sentAt: number;
}

/** All that ever had one number of a journal, and when the service had taken the number; null where it never had. */
export interface Claims {
  arrived: number | null;
  /** The one that the service took, or else the last; null where none of them was sent in time. */
  counts: Numbered | null;
  others: Numbered[];
}

/** A record written or sent repeatedly is one; it is there from when it was first on disk or on the wire. */
export function claimsOf(
  { durable, sentUp }: GatewaySeen,
  arrivedAt: (journal: string, seq: number) => number | null,
): Claims[] {
  const byNumber = new Map<string, Map<string, Numbered>>();
  const note = ({ journal, record, at }: Recorded, news: Pick<Numbered, 'durable' | 'sentAt'>) => {
    const key = `${journal} ${record.seq}`;
    const json = JSON.stringify(record);
    const same = byNumber.get(key) ?? new Map<string, Numbered>();
    const known = same.get(json);
    same.set(json, {
      journal,
      record,
      at: Math.min(at, known?.at ?? at),
      durable: news.durable || known?.durable === true,
      sentAt: Math.min(news.sentAt, known?.sentAt ?? news.sentAt),
    });
    byNumber.set(key, same);
  };
  for (const one of durable) note(one, { durable: true, sentAt: Number.POSITIVE_INFINITY });
  for (const one of sentUp) note(one, { durable: false, sentAt: one.at });
  return [...byNumber.values()].map((claims) => {
    const all = [...claims.values()].sort((a, b) => a.sentAt - b.sentAt || a.at - b.at);
    const [{ journal, record }] = all as [Numbered];
    const arrived = arrivedAt(journal, record.seq);
    const counts = all.findLast(({ sentAt }) => arrived === null || sentAt <= arrived) ?? null;
    return { arrived, counts, others: all.filter((one) => one !== counts) };
  });
}

/** Whether it was in memory only and died there: from when it was sent its disk took nothing as long as the process lived. */
export function diedInMemory({ boots, writes }: GatewaySeen, { record, durable, at }: Numbered): boolean {
  const died = boots.find(({ boot }) => boot === record.boot)?.died ?? null;
  return !durable && died !== null && !writes.some((began) => began >= at && began <= died);
}

/** What a number stood for may be replaced only where no one can know of it any more, or before anyone knew of it. */
export function judgeNumbers({ plan, seen, claims }: GatewayEvidence, report: Report): void {
  const sentAnew = new Set(claims.flatMap(({ counts }) => (counts ? [withoutNumber(counts.record)] : [])));
  for (const { arrived, others } of claims)
    for (const one of others) {
      const { journal, record, at, sentAt } = one;
      const wasSent = Number.isFinite(sentAt);
      if (wasSent && arrived !== null && sentAt > arrived)
        report(
          'a number of a journal is given once',
          sentAt,
          plan,
          `the service had another record ${record.seq} of journal ${journal} when this one was sent`,
        );
      else if (wasSent && !diedInMemory(seen, one))
        report(
          'a number of a journal is given once',
          sentAt,
          plan,
          `record ${record.seq} of journal ${journal} is two records`,
        );
      else if (!wasSent && !sentAnew.has(withoutNumber(record)) && !seen.ruined.some((ruin) => ruin >= at))
        report(
          'what is durable at the gateway arrives',
          at,
          plan,
          `record ${record.seq} lost its number to another, and was never sent under a new one`,
        );
    }
}

const withoutNumber = (record: JournalRecord): string => JSON.stringify({ ...record, seq: 0 });
