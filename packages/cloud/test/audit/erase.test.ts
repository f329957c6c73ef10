import { expect, test } from '@jest/globals';
import { eraseFromAudit } from '../../src/audit/erase.js';
import { recordAudits } from '../../src/audit/record.js';
import { sealAudit } from '../../src/audit/seal.js';
import { transaction } from '../../src/context.js';
import { auditWorld, entry } from './world.js';

const world = await auditWorld();
const { context, accounts, tamper } = world;

/** Erases the names of all entries, batch by batch. @returns the places that were read, in sequence, and the last of each batch */
async function eraseAll() {
  const read: string[] = [];
  const batches: number[] = [];
  for (let at = { sequence: 0, hasMore: true }; at.hasMore; batches.push(at.sequence))
    at = await transaction(context.pool, (client) =>
      eraseFromAudit(client, context, accounts.acme, at.sequence, (one) => {
        read.push(one.subject.id);
        return { ...one, subject: { ...one.subject, name: '' } };
      }),
    );
  return { read, batches };
}

test.each([
  ['from the first on', 0, 0],
  ['behind what was forgotten', 1_000_000, 0],
  ['behind a gap, and behind what was forgotten', 12_000, 70_000],
])('an erasure reads every entry once: %s', async (_, forgotten, gap) => {
  await world.clear();
  const ids = ['1', '2', '3', '4', '5', '6'];
  for (const id of ids)
    await transaction(context.pool, (client) =>
      recordAudits(client, context, [entry(accounts.acme, { subject: { type: 'lock', id, name: 'Main' } })]),
    );
  await sealAudit(context);
  // As far behind as a chain is when its first entries are gone.
  await tamper('update audit set sequence = sequence + $1 + case when sequence > 3 then $2 else 0 end', [
    forgotten,
    gap,
  ]);
  expect(await eraseAll()).toEqual({ read: ids, batches: [6 + forgotten + gap] });
  const { rows } = await context.pool.query(
    "select count(*)::int as left from audit where subject_name <> ''",
  );
  expect(rows[0].left).toBe(0);
});
