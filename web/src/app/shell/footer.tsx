import { SUPPORT_PHONE } from '@saleyard/contract/errors.ts';
import { yearOf } from '@/lib/dates.ts';
import { useNow } from '@/lib/use-now.ts';
import classes from './shell.module.css';

/** Whose this is, in which year, and whom to call. */
export function Footer() {
  const year = yearOf(useNow(60_000));
  return (
    <footer className={classes.footer}>
      <span>© {year} Saleyard. All times are Sydney time.</span>
      <span>
        Support <a href={`tel:${SUPPORT_PHONE.replaceAll(' ', '')}`}>{SUPPORT_PHONE}</a>
      </span>
    </footer>
  );
}
