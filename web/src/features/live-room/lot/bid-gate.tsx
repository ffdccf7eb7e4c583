import type { Me } from '@saleyard/contract/accounts.ts';
import { memo } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { type RoomPreferences, useSpoken } from '@/features/live-room/room/room-context.tsx';
import type { BidGate, GateReason } from '@/features/live-room/rules/bid-input.ts';
import type { ConfirmWay } from '@/lib/bidding/bid-machine.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/choices.tsx';
import { Select } from '@/ui/inputs.tsx';
import classes from './bid-gate.module.css';

/** The link to register to buy; for a person who has asked, that the request is under review. */
export function RegisterToBuy({ me: { status, requestedAt } }: { me: Me }) {
  if (requestedAt !== null || status === 'registered-updated')
    return <p className="sy-dim">Your request is under review.</p>;
  if (status !== 'registered') return null;
  return (
    <Button component={Link} to={paths.requestToBuy} variant="default">
      Register to Buy
    </Button>
  );
}

/** Why no bid can be made now, seen and spoken. A person who may not buy gets the link to register. */
export function Gate({
  gate: { reason, message },
  me,
}: {
  gate: Extract<BidGate, { gate: 'closed' }>;
  me: Me | null;
}) {
  useSpoken(message);
  return (
    <>
      <p className={classes.gate} data-reason={reason}>
        {message}
      </p>
      {reason === 'not-permitted' && me && <RegisterToBuy me={me} />}
    </>
  );
}

/** Reasons for which there is nothing to press: the sentence is shown alone. The others pass, and keep the buttons. */
const NOTHING_TO_PRESS = new Set<GateReason>([
  'auto-bids-only',
  'not-open',
  'upcoming',
  'own-lot',
  'not-permitted',
  'profile',
]);

/** Whether there is something to press: bid buttons, or those that wait for a reason to pass. */
export const isPressable = (gate: BidGate): boolean =>
  gate.gate !== 'closed' || !NOTHING_TO_PRESS.has(gate.reason);

const WAYS: readonly { value: ConfirmWay; label: string }[] = [
  { value: 'confirm', label: 'Ask me to confirm' },
  { value: 'double', label: 'Press twice' },
  { value: 'one', label: 'One press' },
];

/** How bids are confirmed, for every lot and for this one. */
export const ConfirmPreference = memo(function ConfirmPreference({
  lot,
  preferences,
}: {
  lot: string;
  preferences: RoomPreferences;
}) {
  const { confirmWay, setConfirmWay, unasked, setUnasked } = preferences;
  return (
    <details className={classes.preference}>
      <summary>How you confirm bids</summary>
      <div className={classes.ways}>
        <Select
          label="Before a bid is sent"
          options={WAYS}
          value={confirmWay}
          onChange={({ currentTarget }) => setConfirmWay(currentTarget.value as ConfirmWay)}
        />
        {confirmWay !== 'one' && (
          <Checkbox
            label="One press on this lot"
            checked={unasked.has(lot)}
            onChange={({ currentTarget }) => setUnasked(lot, currentTarget.checked)}
          />
        )}
        <p className="sy-dim">Unusually large bids, and bids against yourself, are always asked about.</p>
      </div>
    </details>
  );
});
