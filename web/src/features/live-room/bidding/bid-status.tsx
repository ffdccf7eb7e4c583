import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconInfoCircle } from '@tabler/icons-react';
import type { BidStep } from '@/features/live-room/rules/bid-machine.ts';
import { bidWords } from '@/features/live-room/rules/bid-words.ts';
import type { Unit } from '@/lib/money.ts';
import classes from './bid-status.module.css';

const ICONS = {
  pending: IconHourglass,
  good: IconCircleCheck,
  bad: IconAlertTriangle,
  note: IconInfoCircle,
} as const;

/** What became of the viewer's last press on this lot, in words. */
export function BidStatus({ bid, unit }: { bid: BidStep; unit: Unit }) {
  const words = bidWords(bid, unit);
  const Icon = words ? ICONS[words.tone] : null;
  return (
    <div aria-live={words?.tone === 'bad' ? 'assertive' : 'polite'}>
      {words && Icon && (
        <div className={classes.status} data-tone={words.tone} data-testid="bid-status">
          <Icon size={20} stroke={2.2} aria-hidden="true" />
          <p>
            <strong>{words.title}</strong>
            {words.text && <span>{words.text}</span>}
          </p>
        </div>
      )}
    </div>
  );
}
