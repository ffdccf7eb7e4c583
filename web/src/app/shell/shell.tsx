import { Suspense, useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { Loading } from '@/components/states.tsx';
import { startClock } from '@/lib/clock.ts';
import { Banners } from './banners.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './shell.module.css';

/** What surrounds every screen but the live room: skip link, header, banners, the screen, footer. */
export function Shell() {
  useEffect(startClock, []);
  return (
    <>
      <a className="sy-skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <Banners />
      <main id="main" className={classes.main} tabIndex={-1}>
        <Suspense fallback={<Loading label="Loading…" />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      <ScrollRestoration />
    </>
  );
}
