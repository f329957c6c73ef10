import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { type AnyCall, call, RequestError } from '../api.js';
import type { Routes } from '../generated/routes.js';
import { phrase, text } from '../language/text.js';

/** Browsers make passkeys for host names, and only over https or on this machine: never for an address in numbers. */
export const mayUsePasskeys = (): boolean =>
  browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname);

type NewPasskey = Routes['POST /account/passkeys']['body']['passkey'];
type SignInPasskey = Routes['POST /session/passkey']['body']['passkey'];

/** Asks the service for options and the device for a new passkey. */
export async function makePasskey<P extends '/account/passkeys/options' | '/join/passkey-options'>(
  path: P,
  body: Routes[`POST ${P}`]['body'],
): Promise<NewPasskey> {
  const optionsJSON = (await (call as AnyCall)('POST', path, {
    body,
  })) as PublicKeyCredentialCreationOptionsJSON;
  return inWords(() => startRegistration({ optionsJSON })) as Promise<unknown> as Promise<NewPasskey>;
}

export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = (await call('POST', '/session/passkey-options', {
    body: {},
  })) as unknown as PublicKeyCredentialRequestOptionsJSON;
  const passkey = await inWords(() => startAuthentication({ optionsJSON }));
  await call('POST', '/session/passkey', { body: { passkey: passkey as unknown as SignInPasskey } });
}

const WORDS: Record<string, string> = {
  ERROR_CEREMONY_ABORTED: phrase('Nothing was chosen. Try again when you are ready.'),
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: phrase('This device has a passkey for you here already.'),
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: phrase('This device cannot keep passkeys.'),
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: phrase(
    'This device cannot check who holds it: set up a PIN, a finger or a face on it first.',
  ),
};

/** What the browser throws is not for people. */
async function inWords<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isCancelled = error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
    const code = isCancelled
      ? 'ERROR_CEREMONY_ABORTED'
      : error instanceof WebAuthnError
        ? error.code
        : 'unknown';
    throw new RequestError(0, code, text(WORDS[code] ?? phrase('The passkey could not be used. Try again.')));
  }
}
