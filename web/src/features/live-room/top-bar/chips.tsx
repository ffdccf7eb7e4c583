import {
  IconAntennaBars1,
  IconAntennaBars3,
  IconAntennaBars5,
  IconClockCheck,
  IconClockX,
  IconRefresh,
} from '@tabler/icons-react';
import { useClockState } from '@/lib/clock.ts';
import { useConnection } from '@/lib/realtime/realtime-context.tsx';
import classes from './top-bar.module.css';

/** Younger data than this is simply current, ms. */
const FRESH_MS = 3_000;

const SIGNS = {
  Live: IconAntennaBars5,
  Slow: IconAntennaBars3,
  Reconnecting: IconRefresh,
  Offline: IconAntennaBars1,
} as const;

const ageWords = (ms: number): string =>
  ms < 60_000 ? `${Math.floor(ms / 1000)} s` : `${Math.floor(ms / 60_000)} min`;

/** How the live connection is, and how old what one sees may be. */
export function ConnectionChip() {
  const { state, ageMs } = useConnection();
  const Icon = SIGNS[state];
  const old = ageMs !== null && (ageMs >= FRESH_MS || state === 'Offline' || state === 'Reconnecting');
  const title = `Connection: ${state}${ageMs === null ? '' : `. Last heard from the sale ${ageWords(ageMs)} ago`}`;
  return (
    <span className={classes.chip} data-state={state} title={title}>
      <Icon size={16} stroke={2.4} aria-hidden="true" />
      <span role="status" aria-label={`Connection: ${state}`}>
        {state}
      </span>
      {old && <span className={classes.age}>{ageWords(ageMs)} ago</span>}
    </span>
  );
}

/** Whether this device's clock is in step with the sale's, and how exactly. */
export function ClockChip() {
  const clock = useClockState();
  const synced = clock.status === 'synced';
  const words = synced ? `synced, ±${Math.max(1, Math.round(clock.errorMs))} ms` : 'clock not synced';
  const Icon = synced ? IconClockCheck : IconClockX;
  return (
    <span className={classes.chip} data-state={synced ? 'Live' : 'Slow'} title={`Sale clock: ${words}`}>
      <Icon size={16} stroke={2.2} aria-hidden="true" />
      {words}
    </span>
  );
}
