// The service worker of the dashboard: shows what the service reports this browser, and opens the page that it is about. It
// answers no requests of pages.

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('push', (event) => {
  let notice = {};
  try {
    notice = event.data.json();
  } catch {
    // A browser expects something to be shown for each message.
  }
  const { title = 'Doors', body = '', path = '/', tag } = notice;
  const options = { body, data: { path }, ...(tag ? { tag, renotify: true } : {}) };
  event.waitUntil(registration.showNotification(title, options));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? '/'));
});

addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

/** The browser has changed its subscription by itself: the service learns it, while its person is signed in. */
async function renew({ newSubscription }) {
  const browsers = '/dashboard/account/browsers';
  const known = await fetch(browsers);
  if (!known.ok) return;
  const { key } = await known.json();
  const made =
    newSubscription ??
    (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = made.toJSON();
  await fetch(browsers, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Dashboard': '1' },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
}

/** In a window that is open already, else in a new one; only pages of this service. */
async function open(path) {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) return;
  const [window] = await clients.matchAll({ type: 'window' });
  if (!window) {
    await clients.openWindow(url.href);
    return;
  }
  const shown = await window.navigate(url.href);
  await (shown ?? window).focus();
}
