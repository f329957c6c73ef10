import type { Context } from '../../context.js';
import * as sql from '../../database/statement.js';
import type { SignedIn } from '../../http/endpoint.js';
import type { Language } from '../../notify/channels/speech.rules.js';
import { drawCover } from './cover-page.js';
import { photosOf } from './photos.js';
import { checkDocument, readDocument } from './report-check.js';
import { keysIn } from './reports.js';

/*
 * The report of a door test with what the gateway does not know of itself: where the door is, by its names in the
 * service. It is made when it is asked for, and brings along what the gateway signed.
 */

const COVERED = sql.statement(
  'door-test-report-covered',
  `select r.document, r.pdf, l.name as door, l.place, o.timezone, a.name as organisation, coalesce(g.name, '') as gateway,
     array(select p.name from location_ancestor n join location p on p.id = n.ancestor_id
       where n.location_id = l.location_id
         and ${sql.isLocationWithin('p.id', '$3')}
       order by n.depth desc) as path
   from door_test_report r join lock l on l.id = r.lock_id join location o on o.id = l.location_id
   join account a on a.id = l.account_id left join gateway g on g.id = r.gateway_id
   where l.id = $1 and r.id = $2 and ${sql.isWithin('l', '$3')}`,
  {
    document: sql.text,
    pdf: sql.orNull(sql.bytes),
    door: sql.text,
    place: sql.text,
    timezone: sql.text,
    organisation: sql.text,
    gateway: sql.present(sql.text),
    path: sql.present(sql.arrayOf(sql.text)),
  },
);

/** Null if the lock has no such report, or is not within the reach of the reader. */
export async function reportCover(
  { pool, clock, config }: Pick<Context, 'pool' | 'clock' | 'config'>,
  { locationId }: Pick<SignedIn, 'locationId'>,
  { lockId, id, language }: { lockId: number; id: string; language: Language },
): Promise<Buffer | null> {
  const row = await COVERED.row(pool, [lockId, id, locationId]);
  const signed = row && readDocument(row.document);
  if (!signed) return null;
  const verdict = await checkDocument(row.document, keysIn(pool));
  const photos = await photosOf({ pool }, id);
  const now = new Date(clock.now());
  return drawCover({ ...row, photos }, signed, { verdict, now, service: config.SERVICE_NAME, language });
}
