import { IconClockHour4, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ApiError, wordsOf } from '@/lib/api-error.ts';
import classes from './practice.module.css';

/** "in about 2 minutes", from ms. */
function waitWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes <= 1 ? 'in about a minute' : `in about ${minutes} minutes`;
}

/** What the server said instead of beginning, calmly: that all is in use passes by itself. */
function problemWords(error: unknown): string {
  if (!(error instanceof ApiError)) return wordsOf(error).message;
  if (error.isNoConnection)
    return 'There is no connection. Nothing was started; try again once you are back.';
  if (error.code === 'practice-running')
    return 'You have a practice sale running, perhaps in another window.';
  if (error.code === 'rate-limited') {
    const when = error.retryAfterMs === null ? 'later' : waitWords(error.retryAfterMs);
    return `You have practised a lot just now. Come back ${when}.`;
  }
  return wordsOf(error).message;
}

/** Why practice could not be begun or stopped, and whether it may be tried again yet. */
export function StartProblem({ error }: { error: unknown }) {
  const [over, setOver] = useState(false);
  const waitMs = error instanceof ApiError ? error.retryAfterMs : null;
  useEffect(() => {
    setOver(false);
    if (waitMs === null) return;
    const timer = setTimeout(() => setOver(true), waitMs);
    return () => clearTimeout(timer);
  }, [waitMs]);
  const Icon = waitMs === null ? IconInfoCircle : IconClockHour4;
  return (
    <p className={classes.problem} role="status">
      <Icon size={20} aria-hidden="true" />
      <span>{over ? 'You may try again now.' : problemWords(error)}</span>
    </p>
  );
}
