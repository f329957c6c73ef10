import { createTheme, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { App } from './app.jsx';
import { buttonRoot } from './ui/parts/button.jsx';

const theme = createTheme({
  cursorType: 'pointer',
  defaultRadius: 'sm',
  components: {
    Button: { defaultProps: { renderRoot: buttonRoot } },
    // What was typed stays, and the service says what is wrong with it.
    NumberInput: { defaultProps: { clampBehavior: 'none' } },
  },
});

/** The whole page, in a browser and where the service draws it. */
export const Root = ({ client }: { client: QueryClient }) => (
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
  </StrictMode>
);
