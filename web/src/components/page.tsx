import { type ReactNode, useEffect } from 'react';
import classes from './page.module.css';

/** A screen's frame: its name in the window's title and as the one first heading, and what stands beside it. */
export function Page({
  title,
  aside,
  before,
  children,
}: {
  title: string;
  /** Stands beside the heading: a clock, the screen's main action. */
  aside?: ReactNode;
  /** Stands above the heading: a way back. */
  before?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Saleyard`;
  }, [title]);
  return (
    <div className={classes.page}>
      {before && <p className={`${classes.before} sy-no-print`}>{before}</p>}
      <header className={classes.header}>
        <h1 className={classes.title}>{title}</h1>
        {aside}
      </header>
      {children}
    </div>
  );
}
