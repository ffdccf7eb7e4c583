import type { Me } from '@saleyard/contract/accounts.ts';
import { yearOf } from '@saleyard/domain/presentation/dates.ts';
import { Suspense, useEffect, useState } from 'react';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { ICON_SIZES, IconAlertTriangle, IconMenu2, IconX } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { startClock, useNow } from '@/lib/clock.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useServerStatus } from '@/lib/server-status.ts';
import { readsAsStaff, statusText, useIsSignedIn, useMe } from '@/lib/session.ts';
import { Logo } from '@/ui/logo.tsx';
import { Loading } from '@/ui/page.tsx';
import { SupportPhone } from '@/ui/support-phone.tsx';
import { ThemeSwitch } from '@/ui/theme-switch.tsx';
import { Toasts } from '@/ui/toasts.tsx';
import classes from './shell.module.css';

// Few people meet newer terms: their dialog is a chunk of its own.
const TermsToAccept = lazyPart(async () => (await import('@/app/routes/terms.tsx')).TermsToAccept);

// The page is usable before these have come.
const NotificationBanners = lazyPart(
  async () => (await import('@/ui/notices/notification-banners.tsx')).NotificationBanners,
);

// Only people who registered a moment ago have it.
const ConfirmEmailBanner = lazyPart(
  async () =>
    (await import('@/features/account/email-confirmation/confirm-email-banner.tsx')).ConfirmEmailBanner,
);

const SearchAlertBanners = lazyPart(
  async () => (await import('@/features/sales/saved-searches/search-alert-banners.tsx')).SearchAlertBanners,
);

/** What pages have for when there is no connection: it is asked for when the browser has nothing else to do. */
const OfflineCache = lazyPart(async () => {
  await new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
  return (await import('@/app/offline/offline-cache.tsx')).OfflineCache;
});

/** What everyone must know now: sales are not running. */
export function Banners() {
  const server = useServerStatus();
  return (
    <div aria-live="assertive" className="sy-no-print">
      {server && !server.isLive && (
        <p className={classes.banner} data-tone="warning" style={{ margin: 0 }}>
          <IconAlertTriangle size={ICON_SIZES.md} aria-hidden="true" />
          {server.message}
        </p>
      )}
    </div>
  );
}

/** Whose this is, in which year, whether it works, and whom to call. */
export function Footer() {
  const year = yearOf(useNow(60_000));
  return (
    <footer className={classes.footer}>
      <span>© {year} Saleyard. All times are Sydney time.</span>
      <span>
        <Link to={paths.status}>Status</Link> · Support <SupportPhone />
      </span>
    </footer>
  );
}

/** `isEnd`: only its own address is its own. `also`: addresses that begin so are its too. */
type Tab = { to: string; label: string; isEnd?: boolean; also?: string };

/** The tabs a person has: only those whose screens are theirs to open, and those of everybody until it is known who it is. */
function tabsOf(me: Me | null | undefined, isSignedIn: boolean): readonly Tab[] {
  if (!isSignedIn) return [{ to: paths.signIn, label: 'Login' }];
  return [
    { to: paths.upcoming, label: 'Upcoming Auctions' },
    { to: paths.watchList, label: 'Watch List' },
    { to: paths.results, label: 'Auction Results' },
    { to: paths.myAdmin, label: 'My Admin' },
    { to: paths.tools, label: 'Tools' },
    { to: paths.practice, label: 'Practice' },
    { to: paths.contact, label: 'Contact Us' },
    ...(me?.role === 'auditor' ? [{ to: paths.audits, label: 'Audits', also: paths.anyAudit }] : []),
    ...(readsAsStaff(me) ? [{ to: paths.staff, label: 'Staff Desk', isEnd: me?.role === 'auditor' }] : []),
    { to: paths.logOut, label: 'Log Out' },
  ];
}

const initials = (me: Me): string => `${me.firstName.slice(0, 1)} ${me.lastName}`.trim();

/** The product's name, who you are, and where you can go. On a phone the tabs fold into a menu. */
export function Header() {
  const me = useMe();
  const isSignedIn = useIsSignedIn();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere closes the menu.
  useEffect(() => setOpen(false), [pathname]);
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link to="/" className={classes.brand} aria-label="Saleyard home">
          <Logo size={28} />
          <span>Saleyard</span>
        </Link>
        <nav id="tabs" aria-label="Main" className={classes.nav} data-open={open || undefined}>
          {tabsOf(me, isSignedIn).map(({ to, label, isEnd = false, also }) => (
            <NavLink
              key={to}
              to={to}
              end={isEnd}
              className={({ isActive }) =>
                `${classes.tab} ${isActive || (also !== undefined && pathname.startsWith(also)) ? 'active' : ''}`
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={classes.who}>
          {me && <span className={classes.name}>{initials(me)}</span>}
          <span className={classes.status}>{me || !isSignedIn ? statusText(me) : ''}</span>
        </div>
        <ThemeSwitch className={classes.theme ?? ''} />
        <button
          type="button"
          className={classes.menu}
          aria-expanded={open}
          aria-controls="tabs"
          aria-label={open ? 'Close the menu' : 'Open the menu'}
          onClick={() => setOpen(!open)}
        >
          {open ? (
            <IconX size={ICON_SIZES.lg} aria-hidden="true" />
          ) : (
            <IconMenu2 size={ICON_SIZES.lg} aria-hidden="true" />
          )}
        </button>
      </div>
    </header>
  );
}

/** Pages that a person whose terms are older may be on before an answer. */
const WITHOUT_TERMS: readonly string[] = [paths.termsAccept, paths.logOut];

/** What surrounds every screen but the live room: skip link, header, banners, the screen, footer. */
export function Shell() {
  const me = useMe();
  const { pathname } = useLocation();
  useEffect(startClock, []);
  const mustAccept = me && !me.acceptedNewVersionTerms && !WITHOUT_TERMS.includes(pathname);
  return (
    <>
      <a className="sy-skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <Banners />
      <Suspense fallback={null}>
        <OfflineCache />
      </Suspense>
      <Suspense fallback={null}>
        {me?.isEmailConfirmed === false && <ConfirmEmailBanner email={me.email} />}
        <NotificationBanners />
        {me && <SearchAlertBanners />}
      </Suspense>
      <main id="main" className={classes.main} tabIndex={-1}>
        <Suspense fallback={<Loading label="Loading…" />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      {mustAccept && (
        <Suspense fallback={null}>
          <TermsToAccept />
        </Suspense>
      )}
      <Toasts />
      <ScrollRestoration />
    </>
  );
}
