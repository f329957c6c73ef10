import { RequestError } from '../api.js';
import { text } from '../language/text.js';

/* Notifications of this browser (Push API). */

/** The service worker of these pages; `packages/dashboard/public/notices.js`. */
const WORKER = '/notices.js';

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Only pages that came by https, or from this machine, may. */
export const mayBeNotified = (): boolean =>
  isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const refused = (message: string) => new RequestError(0, 'refused', message);

const inBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Asks the person, and subscribes. @param key the public key of the service, base64url */
export async function subscribe(key: string): Promise<PushTarget> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw refused(
      text('This browser shows no notifications of these pages. Allow them in its settings for this site.'),
    );
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  const trusted = before?.options.applicationServerKey;
  // Of another installation, or of a key that is gone.
  if (before && !(trusted && inBase64Url(trusted) === key)) await before.unsubscribe();
  try {
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    return targetOf(made);
  } catch {
    throw refused(
      text('This browser cannot reach its push service. Try again later, or in another browser.'),
    );
  }
}

export async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe();
}

/** As the service knows this browser; null where nothing is switched on in it. */
export async function ownFingerprint(): Promise<string | null> {
  const found = await subscription();
  if (!found) return null;
  const { endpoint, p256dh, auth } = targetOf(found);
  const bytes = new TextEncoder().encode(`${endpoint} ${p256dh} ${auth}`);
  return inBase64Url(await crypto.subtle.digest('SHA-256', bytes));
}

async function subscription(): Promise<PushSubscription | null> {
  if (!mayBeNotified()) return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function targetOf(made: PushSubscription): PushTarget {
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}
