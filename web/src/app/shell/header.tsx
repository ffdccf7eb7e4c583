import type { Me } from '@saleyard/contract/rest.ts';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { paths } from '@/app/paths.ts';
import { Logo } from '@/components/logo.tsx';
import { readsAsStaff, statusWord, useMe } from '@/lib/session.ts';
import classes from './header.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

type Tab = { to: string; label: string };

/** The tabs a person has: only those whose screens are theirs to open. */
function tabsOf(me: Me | null | undefined): readonly Tab[] {
  if (!me) return [{ to: paths.signIn, label: 'Login' }];
  return [
    { to: paths.upcoming, label: 'Upcoming Auctions' },
    { to: paths.results, label: 'Auction Results' },
    { to: paths.practice, label: 'Practice' },
    ...(readsAsStaff(me) ? [{ to: paths.staff, label: 'Staff Desk' }] : []),
    { to: paths.logOut, label: 'Log Out' },
  ];
}

const initials = (me: Me): string => `${me.firstName.slice(0, 1)} ${me.lastName}`.trim();

/** The product's name, who you are, and where you can go. On a phone the tabs fold into a menu. */
export function Header() {
  const me = useMe();
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
          {tabsOf(me).map(({ to, label }) => (
            <NavLink key={to} to={to} className={classes.tab}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={classes.who}>
          {me && <span className={classes.name}>{initials(me)}</span>}
          <span className={classes.status}>{statusWord(me)}</span>
        </div>
        <ThemeSwitch />
        <button
          type="button"
          className={classes.menu}
          aria-expanded={open}
          aria-controls="tabs"
          aria-label={open ? 'Close the menu' : 'Open the menu'}
          onClick={() => setOpen(!open)}
        >
          {open ? <IconX size={22} aria-hidden="true" /> : <IconMenu2 size={22} aria-hidden="true" />}
        </button>
      </div>
    </header>
  );
}
