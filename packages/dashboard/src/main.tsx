import './global.css';
import { QueryClient } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RequestError, whenSignedOut } from './api.js';
import { after } from './clock.js';
import { load } from './language/text.js';
import { Root } from './root.jsx';
import { followSignOut, takeIn } from './session.js';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refusal stays one; only what did not arrive is asked for again.
      retry: (failures, error) =>
        failures < 2 && error instanceof RequestError && (error.status === 0 || error.status >= 500),
    },
  },
});
followSignOut();
whenSignedOut(() => void client.invalidateQueries({ queryKey: ['session'] }));

/** Without its data by then, the page shows that it is on its way. */
const DRAWN_WITHIN_MS = 100;

const root = document.getElementById('root');
await Promise.all([
  load(),
  // What takes longer, or fails, is shown as such by the page.
  Promise.race([
    takeIn(client).catch(() => {}),
    new Promise((resolve) => after(DRAWN_WITHIN_MS, () => resolve(null))),
  ]),
]);
const { dataset } = document.documentElement;
const { drawn } = dataset;
delete dataset.drawn;
if (root) {
  const page = <Root client={client} />;
  // What the service has drawn stays, as far as it is the same.
  if (drawn === 'alike') hydrateRoot(root, page);
  else createRoot(root).render(page);
}
