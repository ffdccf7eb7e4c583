import '@fontsource-variable/archivo/wght.css';
import '@mantine/core/styles.layer.css';
import './app/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './app/providers.tsx';
import { createRouter } from './app/router.tsx';
import { endSession } from './app/session-end.ts';
import { createQueryClient } from './lib/query-client.ts';

const client = createQueryClient(() => endSession(client, router));
const router = createRouter(client);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
