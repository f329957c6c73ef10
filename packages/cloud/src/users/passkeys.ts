import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { PoolClient } from 'pg';
import type { AuditAction } from '../audit/actions.rules.js';
import { byUser, recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, invalidField } from '../errors.js';
import { giveChallenge, takeChallenge } from './challenge.js';

/* Passkeys (WebAuthn): the device checks who holds it, and signs what we ask it to for our own address alone. */

/** The one address at which passkeys are made and used. */
export interface RelyingParty {
  /** `https://doors.example` */
  origin: string;
  id: string;
  name: string;
}

const INSERT = sql.statement(
  'passkey-insert',
  `insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing`,
);
const RENAME = sql.statement('passkey-rename', 'update passkey set name = $3 where id = $1 and user_id = $2');
const HOLD_USER = sql.statement(
  'passkey-hold-user',
  'select password_hash is not null as has_password from account_user where id = $1 for update',
  { has_password: sql.bool },
);
const REMOVE = sql.statement(
  'passkey-remove',
  'delete from passkey where id = $1 and user_id = $2 returning name',
  {
    name: sql.text,
  },
);
const COUNT = sql.statement('passkey-count', 'select count(*)::int from passkey where user_id = $1', {
  count: sql.present(sql.int),
});
const ANY_OF_USER = sql.statement('passkey-any', 'select from passkey where user_id = $1 limit 1');

export const MAX_PASSKEYS = 20;
function requireRoom(count: number): void {
  if (count >= MAX_PASSKEYS) throw invalidField('', `There are ${MAX_PASSKEYS} passkeys already.`);
}
/** Long enough to find the phone. */
const CHALLENGE_LIFETIME_MS = 5 * 60_000;
const SIGN_IN = 'sign_in';
const REFUSED = 'could not be checked; try again';

/** Loaded when first needed: few requests need it, and its certificates' library is large. */
const webauthn = () => import('@simplewebauthn/server');

export const listPasskeys = ({ prisma }: Pick<Context, 'prisma'>, userId: string) =>
  prisma.passkey.findMany({
    where: { user_id: userId },
    select: { id: true, name: true, created_at: true, last_used_at: true },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });

/** What a browser needs to make a passkey for a person, who may not be a user yet. @throws 422 at the maximum */
export async function passkeyOptions(
  context: Context,
  party: RelyingParty,
  holder: { id: string; email: string; name: string },
  subject: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await context.prisma.passkey.findMany({ where: { user_id: holder.id } });
  requireRoom(known.length);
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: handleOf(holder.id),
    userName: holder.email,
    userDisplayName: holder.name,
    challenge: await giveChallenge(context, subject, CHALLENGE_LIFETIME_MS),
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: Buffer.from(credential_id).toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** A passkey that was made just now and has proved itself. */
export interface NewPasskey {
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
}

/** Checks what a browser made of `passkeyOptions`. @throws 422 naming `passkey` */
export async function checkNewPasskey(
  context: Context,
  party: RelyingParty,
  subject: string,
  response: RegistrationResponseJSON,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await webauthn();
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(context, subject, challenge),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch((error: Error) => {
    if (error instanceof ApiError) throw error;
    context.log.info({ reason: error.message }, 'a new passkey was refused');
    return null;
  });
  if (!checked?.verified) throw invalidField('passkey', REFUSED);
  const { id, publicKey, counter, transports } = checked.registrationInfo.credential;
  return { credentialId: id, publicKey, counter, transports: transports ?? [] };
}

/** In the caller's transaction. @throws 422 for one that belongs to a user already */
export async function insertPasskey(
  client: PoolClient,
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  userId: string,
  name: string,
  passkey: NewPasskey,
): Promise<string> {
  const id = ids.uuid();
  const made = await INSERT.count(client, [
    id,
    userId,
    Buffer.from(passkey.credentialId, 'base64url'),
    Buffer.from(passkey.publicKey),
    passkey.counter,
    passkey.transports,
    name,
    new Date(clock.now()),
  ]);
  if (!made) throw invalidField('passkey', 'is registered already');
  return id;
}

export interface Holder {
  accountId: number;
  homeLocationId: number;
  user: { id: string; name: string };
}

/** @throws 422 at the maximum, and for one that belongs to a user already */
export async function addPasskey(
  context: Context,
  holder: Holder,
  name: string,
  passkey: NewPasskey,
): Promise<{ id: string }> {
  return transaction(context.pool, async (client) => {
    await HOLD_USER.count(client, [holder.user.id]);
    requireRoom((await COUNT.one(client, [holder.user.id])).count);
    const id = await insertPasskey(client, context, holder.user.id, name, passkey);
    await record(client, context, holder, 'user.add_passkey', { id, name });
    return { id };
  });
}

/** @throws 404 */
export async function renamePasskey(
  context: Context,
  holder: Holder,
  id: string,
  name: string,
): Promise<void> {
  await transaction(context.pool, async (client) => {
    if (!(await RENAME.count(client, [id, holder.user.id, name]))) throw new ApiError('not_found');
    await record(client, context, holder, 'user.rename_passkey', { id, name });
  });
}

/** @throws 404, 403 for the only way in */
export async function removePasskey(context: Context, holder: Holder, id: string): Promise<void> {
  await transaction(context.pool, async (client) => {
    const user = await HOLD_USER.row(client, [holder.user.id]);
    const removed = await REMOVE.row(client, [id, holder.user.id]);
    if (!removed) throw new ApiError('not_found');
    if (!user?.has_password && !(await ANY_OF_USER.count(client, [holder.user.id])))
      throw new ApiError('forbidden', {
        message: 'It is your only way to sign in: set a password, or add another passkey first.',
      });
    await record(client, context, holder, 'user.remove_passkey', { id, name: removed.name });
  });
}

async function record(
  client: PoolClient,
  context: Context,
  { accountId, homeLocationId, user }: Holder,
  action: AuditAction,
  passkey: { id: string; name: string },
): Promise<void> {
  await recordAudit(client, context, {
    account_id: accountId,
    actor: byUser(user),
    action,
    subject: { type: 'user', id: user.id, name: user.name },
    location_id: homeLocationId,
    details: { passkey: passkey.name, passkey_id: passkey.id },
  });
}

/** What a browser needs to sign a person in; their device says whom. */
export async function signInOptions(
  context: Context,
  party: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await giveChallenge(context, SIGN_IN, CHALLENGE_LIFETIME_MS),
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
  });
}

/** Whom a passkey signs in. @throws 401, whatever is wrong */
export async function checkPasskey(
  context: Context,
  party: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<{ userId: string; passkey: string }> {
  const refused = () =>
    new ApiError('unauthenticated', { message: 'This passkey is not known here, or could not be checked.' });
  const known = await context.prisma.passkey.findUnique({
    where: { credential_id: Buffer.from(response.id, 'base64url') },
  });
  const handle = response.response.userHandle;
  // A discoverable passkey says whose it is.
  if (!known || handle !== Buffer.from(handleOf(known.user_id)).toString('base64url')) throw refused();
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(context, SIGN_IN, challenge),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: response.id,
      publicKey: known.public_key,
      counter: Number(known.counter),
      transports: known.transports,
    },
    requireUserVerification: true,
  }).catch((error: Error) => {
    context.log.warn({ reason: error.message, passkey: known.id }, 'a passkey was refused');
    return null;
  });
  if (!checked?.verified) throw refused();
  // Two answers of one count at once: the second is a copy's.
  const { count } = await context.prisma.passkey.updateMany({
    where: { id: known.id, counter: known.counter },
    data: { counter: checked.authenticationInfo.newCounter, last_used_at: new Date(context.clock.now()) },
  });
  if (count === 0) throw refused();
  return { userId: known.user_id, passkey: known.id };
}

/** The 16 bytes of a user's id, which the device keeps and returns. */
const handleOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
