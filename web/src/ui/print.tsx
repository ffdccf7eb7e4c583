import { formatDateTime, SALE_ZONE_NAME } from '@saleyard/domain/presentation/dates.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { ICON_SIZES, IconPrinter } from '@/config/icons.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useNow } from '@/lib/clock.ts';
import { useFirstRender } from '@/lib/first-render.ts';
import { Button } from './button.tsx';
import { Logo } from './logo.tsx';
import classes from './print.module.css';

/** Printing under way: `reading` what is not on the screen yet, and why nothing was printed. */
type Printing = { reading: boolean; error: unknown; print: () => Promise<void> };

/**
 * Printing of more than is on the screen: `print` reads all of it, `data` holds it from then on, and the browser's
 * print dialog opens once it is shown. `error` says why nothing was printed.
 */
export function usePrintAll<T>(read: () => Promise<T>): Printing & { data: T | null } {
  const [state, setState] = useState<{ data: T | null; asked: boolean; reading: boolean; error: unknown }>({
    data: null,
    asked: false,
    reading: false,
    error: null,
  });
  useEffect(() => {
    if (!state.asked) return;
    setState((known) => ({ ...known, asked: false }));
    window.print();
  }, [state.asked]);
  const print = async () => {
    setState((known) => ({ ...known, reading: true, error: null }));
    try {
      const data = await read();
      setState({ data, asked: true, reading: false, error: null });
    } catch (error) {
      setState((known) => ({ ...known, reading: false, error }));
    }
  };
  return { data: state.data, reading: state.reading, error: state.error, print };
}

/** Prints the screen, or what `print` reads first. */
export function PrintButton({ print, children }: { print?: Printing; children: string }) {
  return (
    <>
      <Button
        variant="default"
        className="sy-no-print"
        leftSection={<IconPrinter size={ICON_SIZES.md} aria-hidden="true" />}
        loading={print?.reading ?? false}
        onClick={() => (print ? void print.print() : window.print())}
      >
        {children}
      </Button>
      {print && print.error !== null && (
        <p role="alert" className={classes.failed}>
          {errorTextOf(print.error).message}
        </p>
      )}
    </>
  );
}

/** Clocks on paper stand still: the time is that of the last minute. ms. */
const MINUTE_MS = 60_000;

/** What is printed of a screen, under the product's name, with where it comes from and when. */
export function PrintFrame({ children }: { children: ReactNode }) {
  const now = useNow(MINUTE_MS);
  const first = useFirstRender();
  return (
    <div className={classes.frame}>
      <p className={classes.head} data-print-head aria-hidden="true">
        <Logo size={22} /> <strong>Saleyard</strong>
        <span>
          Printed {formatDateTime(now)} {SALE_ZONE_NAME}
          {first === null && ` from ${window.location.host}${window.location.pathname}`}
        </span>
      </p>
      {children}
    </div>
  );
}
