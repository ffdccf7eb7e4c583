import classes from './sign-in.module.css';

const PLACES = ['first', 'second', 'third'] as const;

/** The places of up to three lots that are being read: nothing moves when they arrive. */
export const AwaitedLots = ({ count = PLACES.length }: { count?: number }) =>
  PLACES.slice(0, count).map((place) => <li key={place} aria-hidden="true" className={classes.awaited} />);
