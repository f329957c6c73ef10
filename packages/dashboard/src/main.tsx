import './global.css';
import { createTheme, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RequestError, whenSignedOut } from './api.js';
import { App } from './app.jsx';
import { after } from './clock.js';
import { load } from './language/text.js';
import { followSignOut, takeIn } from './session.js';
import { buttonRoot } from './ui/button.jsx';

const theme = createTheme({
  cursorType: 'pointer',
  defaultRadius: 'sm',
  components: { Button: { defaultProps: { renderRoot: buttonRoot } } },
});

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
if (root)
  createRoot(root).render(
    <StrictMode>
      {/* Its style elements would be inline: all of it is in our style sheets. */}
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
        withStaticClasses
      >
        <QueryClientProvider client={client}>
          <App />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
