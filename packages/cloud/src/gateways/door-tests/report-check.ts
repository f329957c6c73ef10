import { createPublicKey, verify } from 'node:crypto';
import { canonicalJson, type Json } from '@door-access/protocol';
import {
  parsePageTrailer,
  SignedReport,
  signedPagePrefix,
  signedReportText,
} from '@door-access/protocol/setup';
import { reportKeyId } from '../pairing.js';

/* Whether a report is what the gateway signed, or the service one of an emergency. Looks at nothing but the file and the keys given. */

export interface KnownKey {
  gateway_id: string;
  key_id: string;
  /** 32 bytes. */
  public_key: Buffer;
}

export type Verdict =
  | { verdict: 'valid'; gateway_id: string; key_id: string }
  /** A file that is a report, or was one. */
  | { verdict: 'altered'; why: string }
  | { verdict: 'unknown_gateway'; gateway_id: string; key_id: string };

/** Finds the keys of a gateway, or of the one that has this key. */
export type FindKeys = (about: { gatewayId: string; keyId: string }) => Promise<readonly KnownKey[]>;

/** The longest trailer is shorter. */
const TRAILER_BYTES = 300;
const PDF_MAGIC = '%PDF-';

export const isPage = (bytes: Buffer): boolean =>
  bytes.subarray(0, PDF_MAGIC.length).toString('latin1') === PDF_MAGIC;

/** Of a report as JSON or as PDF. */
export function checkReportFile(bytes: Buffer, find: FindKeys): Promise<Verdict> {
  return isPage(bytes) ? checkPage(bytes, find) : checkDocument(bytes.toString('utf8'), find);
}

/** The text's own claims, with its form checked to the byte; null where it is no report as a gateway writes it. */
export function readDocument(text: string): (SignedReport & { covered: string }) | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
    // A signature covers the meaning; every byte counts because only one text has it.
    if (`${canonicalJson(value as Json)}\n` !== text) return null;
  } catch {
    // A report nested too deep to be written again was never written.
    return null;
  }
  const parsed = SignedReport.safeParse(value);
  if (!parsed.success) return null;
  // Of the received text, not of the parsed fields: a later version may have more.
  return { ...parsed.data, covered: signedReportText((value as SignedReport).report) };
}

export async function checkDocument(text: string, find: FindKeys): Promise<Verdict> {
  const signed = readDocument(text);
  if (!signed) return altered('it is not written as a gateway writes a report, if it is one at all');
  const { report, key_id, public_key, signature, covered } = signed;
  const gatewayId = report.gateway.id;
  const known = await theKey(find, gatewayId, key_id);
  if ('verdict' in known) return known;
  if (known.public_key.toString('base64url') !== public_key)
    return altered('the key in it is not the gateway’s');
  if (!isSigned(known.public_key, Buffer.from(covered), signature))
    return altered('its contents are not what the gateway signed');
  return { verdict: 'valid', gateway_id: gatewayId, key_id };
}

export async function checkPage(bytes: Buffer, find: FindKeys): Promise<Verdict> {
  const trailer = parsePageTrailer(bytes.subarray(-TRAILER_BYTES).toString('latin1'));
  if (!trailer) return altered('the signature at its end is missing or broken');
  const { format, gatewayId, keyId, signature, length } = trailer;
  const known = await theKey(find, gatewayId, keyId);
  if ('verdict' in known) return known;
  const signed = Buffer.concat([
    Buffer.from(signedPagePrefix(gatewayId, format)),
    bytes.subarray(0, bytes.length - length),
  ]);
  if (!isSigned(known.public_key, signed, signature))
    return altered('the page is not the one that the gateway signed');
  return { verdict: 'valid', gateway_id: gatewayId, key_id: keyId };
}

async function theKey(find: FindKeys, gatewayId: string, keyId: string): Promise<KnownKey | Verdict> {
  const known = await find({ gatewayId, keyId });
  const exact = known.find((key) => key.gateway_id === gatewayId && key.key_id === keyId);
  if (exact) return exact;
  // One of the two names is known: the other was changed, or the gateway never showed us this key.
  if (known.length > 0) return altered('gateway and key in it do not belong together');
  return { verdict: 'unknown_gateway', gateway_id: gatewayId, key_id: keyId };
}

/** An Ed25519 signature in base64url. */
export function isSigned(publicKey: Buffer, bytes: Buffer, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url');
  // The last character has bits to spare: another text may mean the same bytes, and is another file all the same.
  if (given.toString('base64url') !== signature) return false;
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
  return verify(null, bytes, key, given);
}

/** The key that a report names is the one it brings. */
export const ownKey = ({ key_id, public_key, report }: SignedReport): KnownKey | null => {
  const key = Buffer.from(public_key, 'base64url');
  return reportKeyId(key) === key_id ? { gateway_id: report.gateway.id, key_id, public_key: key } : null;
};

const altered = (why: string): Verdict => ({ verdict: 'altered', why });
