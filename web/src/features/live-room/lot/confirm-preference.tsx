import { Checkbox, NativeSelect } from '@mantine/core';
import type { RoomPreferences } from '@/features/live-room/room/preferences.ts';
import type { ConfirmWay } from '@/features/live-room/rules/bid-machine.ts';
import classes from './lot-panel.module.css';

const WAYS: readonly { value: ConfirmWay; label: string }[] = [
  { value: 'confirm', label: 'Ask me to confirm' },
  { value: 'double', label: 'Press twice' },
  { value: 'one', label: 'One press' },
];

/** How bids are confirmed, for every lot and for this one. */
export function ConfirmPreference({ lot, preferences }: { lot: string; preferences: RoomPreferences }) {
  const { confirmWay, setConfirmWay, unasked, setUnasked } = preferences;
  return (
    <details className={classes.preference}>
      <summary>How you confirm bids</summary>
      <div className={classes.ways}>
        <NativeSelect
          label="Before a bid is sent"
          data={[...WAYS]}
          value={confirmWay}
          onChange={({ currentTarget: { value } }) => {
            const way = WAYS.find((known) => known.value === value);
            if (way) setConfirmWay(way.value);
          }}
        />
        {confirmWay !== 'one' && (
          <Checkbox
            label="One press on this lot"
            checked={unasked.has(lot)}
            onChange={({ currentTarget: { checked } }) => setUnasked(lot, checked)}
          />
        )}
        <p className="sy-dim">Unusually large bids, and bids against yourself, are always asked about.</p>
      </div>
    </details>
  );
}
