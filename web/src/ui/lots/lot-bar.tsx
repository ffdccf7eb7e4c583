import type { ReactNode } from 'react';
import classes from './lot-bar.module.css';

/** Where the bar is at the bottom of the screen, as in `lot-bar.module.css`. */
export const IN_A_BAR = '(max-width: 60em) and (min-height: 20.01em)';

/** A lot's price and the way to bid: on a phone a bar at the bottom of the screen. `part`: the viewer's part in the lot. */
export const LotBar = ({ part, children }: { part?: string; children: ReactNode }) => (
  <div className={classes.bar} data-part={part}>
    {children}
  </div>
);
