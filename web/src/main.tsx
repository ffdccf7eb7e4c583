import '@fontsource-variable/archivo/wght.css';
import './config/reset.css';
import './config/theme.css';
import './app/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { endSession } from '@/app/routes/guards.ts';
import { followColorScheme } from '@/lib/color-scheme.ts';
import { appStoreFor, saveMarked, sharedLotOf } from '@/lib/incoming-links.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { askWhileAway } from '@/lib/session.ts';
import { Providers } from './app/providers.tsx';
import { createRouter } from './app/router.tsx';
import { fromHash } from './config/paths.ts';

// What brought the person here, before the router looks at it.
const store = appStoreFor(location.href, navigator);
if (store !== null) location.replace(store);
saveMarked(location);
const shared = sharedLotOf(location.search);
if (shared !== null) history.replaceState(null, '', shared);

followColorScheme();
askWhileAway(async (asking) => (await import('@/lib/last-seen/last-seen.ts')).restoreLastSeen(asking));
const client = createQueryClient((error) => endSession(client, router, error));
const old = fromHash(location.hash);
if (old !== null) history.replaceState(null, '', old);
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
