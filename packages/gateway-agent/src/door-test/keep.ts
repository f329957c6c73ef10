import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROTOCOL_VERSION } from '@door-access/protocol';
import { type DoorTestReport, REPORTS_PATH, type ReportUpload } from '@door-access/protocol/setup';
import type { GatewayConfig } from '../config/config.js';
import { isLoopback } from '../config/config.schema.js';
import { makePrivateFolder, writePrivately } from '../config/credential.js';
import { postJson, refusalOf } from '../tools/http.js';

/* Reports wait in the data folder until the cloud has them, and stay there. */

export interface KeptReport {
  readonly json: string;
  readonly pdf: string | null;
}

const MAX_KEPT = 200;
const SENT = '.sent';

const folderOf = (dataDir: string): string => join(dataDir, 'reports');

export function keepReport(
  dataDir: string,
  { door, id, finished_at }: DoorTestReport,
  document: string,
  pdf: Uint8Array | null,
): KeptReport {
  const folder = folderOf(dataDir);
  makePrivateFolder(folder);
  const stamp = finished_at.replace(/[-:]|\.\d+/g, '');
  const base = join(folder, `${stamp}-door-${door.door}-${id.slice(0, 8)}`);
  writePrivately(`${base}.json`, document);
  if (pdf) writePrivately(`${base}.pdf`, pdf);
  prune(folder);
  return { json: `${base}.json`, pdf: pdf && `${base}.pdf` };
}

/** Names begin with the time, so the first are the oldest. */
function prune(folder: string): void {
  const bases = basesIn(folder);
  for (const base of bases.slice(0, Math.max(0, bases.length - MAX_KEPT)))
    for (const end of ['.json', '.pdf', SENT]) rmSync(join(folder, base + end), { force: true });
}

const basesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();

/** Hands in the reports that the cloud does not have, oldest first. Returns why it could not; null if none is left. */
export async function handIn(config: GatewayConfig): Promise<string | null> {
  const { serviceUrl: url, dataDir, gatewayId, secret, ca } = config;
  if (!url)
    return 'the address of the service is not known (service_url in the configuration, or pair the gateway)';
  if (url.protocol !== 'https:' && !isLoopback(url.hostname) && config.cloudUrl.protocol === 'mqtts:')
    return `${url.origin} is not https`;
  const folder = folderOf(dataDir);
  for (const base of basesIn(folder)) {
    if (existsSync(join(folder, base + SENT))) continue;
    const pdf = join(folder, `${base}.pdf`);
    const body: ReportUpload = {
      v: PROTOCOL_VERSION,
      document: readFileSync(join(folder, `${base}.json`), 'utf8'),
      pdf: existsSync(pdf) ? readFileSync(pdf).toString('base64url') : null,
    };
    // A report of a gateway that this machine was before cannot be handed in.
    if (!body.document.includes(gatewayId)) continue;
    try {
      const answer = await postJson({ url: new URL(REPORTS_PATH, url), body, ca, auth: [gatewayId, secret] });
      if (answer.status !== 201) return refusalOf(answer);
    } catch (error) {
      return (error as Error).message;
    }
    writePrivately(join(folder, base + SENT), '');
  }
  return null;
}
