import { Link } from 'react-router';
import { ICON_SIZES, IconArrowLeft } from '@/app/icons.ts';
import classes from './back-link.module.css';

/** Leads from a screen back to the one above it. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={classes.back}>
      <IconArrowLeft size={ICON_SIZES.md} aria-hidden="true" />
      {children}
    </Link>
  );
}
