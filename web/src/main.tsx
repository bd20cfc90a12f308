/**
 * Where the people's pages begin: colours, language, what is known already, and the router that loads each page when it is opened.
 */
import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { Trouble } from './base/api.ts';
import { LanguageProvider } from './base/language.tsx';
import { meQuery } from './base/me.ts';
import { cssVariables, theme } from './base/theme.ts';
import { router } from './router.tsx';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What the service refuses it will refuse again; what did not arrive may arrive the second time.
      retry: (failures, error) =>
        failures < 2 && error instanceof Trouble && (error.status === 0 || error.status >= 500),
    },
  },
});
// Every page needs it, and it is on its way while the page's own code is loaded.
void queries.prefetchQuery(meQuery);

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';
createRoot(document.getElementById('root') as HTMLElement).render(
  <MantineProvider
    getStyleNonce={nonce}
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    deduplicateCssVariables
  >
    <LanguageProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Notifications position="bottom-right" />
      </QueryClientProvider>
    </LanguageProvider>
  </MantineProvider>,
);
