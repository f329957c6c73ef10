import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { canonicalJson, type Json } from '@door-access/protocol';
import { EMERGENCY_FORMAT, pageTrailer, SERVICE_SIGNER, signedPagePrefix } from '@door-access/protocol/setup';
import type { Context } from '../context.js';
import { addReportKey, reportKeyId } from '../gateways/pairing.js';
import type { Language } from '../notify/channels/speech.rules.js';
import type { EmergencyRow } from './emergency.sql.js';
import { drawReport } from './report-page.js';
import { toEmergency } from './schemas.js';

/* The report of an emergency: one PDF, signed by the service over every byte, as a gateway signs that of a door test. */

const KEY = 'emergency report';
/** Of PKCS #8, before the 32 bytes of an Ed25519 key. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** It is not kept: another one of the same emergency says the same, until its doors change. */
export async function signedReport(
  context: Context,
  emergency: EmergencyRow,
  language: Language,
): Promise<Buffer> {
  const { privateKey, publicKey } = keyOf(context);
  const keyId = reportKeyId(publicKey);
  const now = new Date(context.clock.now());
  // Known from its first report on, so that one can be verified after the service's key was rotated.
  await addReportKey(context.pool, SERVICE_SIGNER, publicKey, now);
  const { begun_by, ended_by } = emergency;
  const document = { format: EMERGENCY_FORMAT, begun_by, ended_by, emergency: toEmergency(emergency) };
  const attachment = `${canonicalJson(JSON.parse(JSON.stringify(document)) as Json)}\n`;
  const drawn = await drawReport(emergency, { attachment, keyId, now, language });
  // The trailer is a comment, on a line of its own.
  const page = Buffer.concat([drawn, Buffer.from('\n')]);
  const covered = Buffer.concat([Buffer.from(signedPagePrefix(SERVICE_SIGNER, EMERGENCY_FORMAT)), page]);
  const signature = sign(null, covered, privateKey).toString('base64url');
  return Buffer.concat([page, Buffer.from(pageTrailer(SERVICE_SIGNER, keyId, signature, EMERGENCY_FORMAT))]);
}

function keyOf({ secrets }: Pick<Context, 'secrets'>) {
  const der = Buffer.concat([PKCS8, secrets.derive(KEY)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { privateKey, publicKey: Buffer.from(x, 'base64url') };
}
