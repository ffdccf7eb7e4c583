import { type ReactNode, useEffect } from 'react';
import { Link, type To } from 'react-router';
import {
  ICON_SIZES,
  ICON_STROKES,
  IconAlertTriangle,
  IconArrowLeft,
  IconLock,
  IconMoodEmpty,
} from '@/config/icons.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { isFirstRead } from '@/lib/query-client.ts';
import { Button, Spinner } from './button.tsx';
import classes from './page.module.css';

function State({
  icon,
  title,
  children,
  role,
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  role?: 'alert' | 'status';
}) {
  return (
    <div className={classes.state} role={role} data-loading={role === 'status' || undefined}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={classes.statesTitle}>{title}</p>
      {children}
    </div>
  );
}

/** Something is on its way. `label` says what. */
export function Loading({ label }: { label: string }) {
  return <State icon={<Spinner />} title={label} role="status" />;
}

/** There is nothing to show, and that is not a failure. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <State icon={<IconMoodEmpty size={ICON_SIZES.xl} stroke={ICON_STROKES.thin} />} title={title}>
      {children}
    </State>
  );
}

/** A read failed: its words, and a way to try again. `children`: what else can be done. */
export function Failed({
  error,
  onRetry,
  children,
}: {
  error: unknown;
  onRetry?: () => void;
  children?: ReactNode;
}) {
  const { title, message } = errorTextOf(error);
  return (
    <State
      icon={<IconAlertTriangle size={ICON_SIZES.xl} stroke={ICON_STROKES.thin} />}
      title={title}
      role="alert"
    >
      <p className={classes.text}>{message}</p>
      {children}
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </State>
  );
}

/** The screen exists, and is not for this person. */
export function NoPermission({ children }: { children: ReactNode }) {
  return (
    <State
      icon={<IconLock size={ICON_SIZES.xl} stroke={ICON_STROKES.thin} />}
      title="You do not have access to this page"
    >
      <p className={classes.text}>{children}</p>
    </State>
  );
}

/** A screen's frame: its name in the window's title and as the one first heading, and what is beside it. */
export function Page({
  title,
  beside,
  aside,
  before,
  tight = false,
  children,
}: {
  title: string;
  /** In the heading's line, after it: tags. */
  beside?: ReactNode;
  /** A long page, whose content begins as high up as it can. */
  tight?: boolean;
  /** Beside the heading: a clock, the screen's main action. */
  aside?: ReactNode;
  /** Above the heading: a way back. */
  before?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Saleyard`;
  }, [title]);
  return (
    <div className={classes.page} data-tight={tight || undefined}>
      {before && <div className={`${classes.before} sy-no-print`}>{before}</div>}
      <header className={classes.header}>
        <div className={classes.heading}>
          <h1 className={classes.title}>{title}</h1>
          {beside}
        </div>
        {aside}
      </header>
      {children}
    </div>
  );
}

/** Rows that stay in sight while those of other filters are read: paler, and busy to screen readers. */
export function BusyRows({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div className={classes.rows} aria-busy={busy}>
      {children}
    </div>
  );
}

/**
 * What was read of a list, `label` while nothing is, or why it could not be read. Rows of earlier filters stay in sight,
 * busy, until the others are there.
 */
export function ReadRows<Data>({
  query,
  label,
  children,
}: {
  query: Parameters<typeof isFirstRead>[0] & {
    data: Data | undefined;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
  label: string;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, isPlaceholderData, refetch } = query;
  return (
    <BusyRows busy={isPlaceholderData}>
      {isFirstRead(query) ? (
        <Loading label={label} />
      ) : data === undefined ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        children(data)
      )}
    </BusyRows>
  );
}

/** Leads from a screen back to the one above it. */
export function BackLink({ to, children }: { to: To; children: string }) {
  return (
    <Link to={to} className={classes.back}>
      <IconArrowLeft size={ICON_SIZES.md} aria-hidden="true" />
      {children}
    </Link>
  );
}
