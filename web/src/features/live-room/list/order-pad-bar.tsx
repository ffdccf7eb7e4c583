import type { Room } from '@/features/live-room/room/use-room.ts';
import { orderPad } from '@/features/live-room/rules/order-pad.ts';
import { countOf, formatDollars } from '@/lib/money.ts';
import classes from './order-pad-bar.module.css';

/** What the viewer would pay for if every lot closed now. */
export function OrderPadBar({ room }: { room: Room }) {
  if (room.me === null) return null;
  const pad = orderPad(room.lots, room.viewer);
  const about = pad.estimated ? '≈ ' : '';
  const cells: readonly [string, string][] = [
    ['Winning', countOf(pad.lots, 'lot')],
    ['Head', countOf(pad.head, 'head', 'head')],
    [
      'Average',
      pad.averagePerHeadCents === null ? '–' : `${about}${formatDollars(pad.averagePerHeadCents)} /head`,
    ],
    ['Gross', `${about}${formatDollars(pad.grossCents)}`],
  ];
  return (
    <section className={classes.pad} aria-label="Order pad" data-empty={pad.lots === 0 || undefined}>
      <dl>
        {cells.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="sy-number">{value}</dd>
          </div>
        ))}
      </dl>
      {pad.unweighed > 0 && <p>{countOf(pad.unweighed, 'lot')} without a weight not in the gross</p>}
    </section>
  );
}
