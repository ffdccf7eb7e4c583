import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Switch } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import classes from './room.module.css';
import { useRoomSetting } from './room-context.tsx';

const KEYS: readonly (readonly [string, string])[] = [
  ['J', 'Next lot'],
  ['K', 'Previous lot'],
  ['1 to 4', 'Choose +1, +2, +5 or +10 increments'],
  ['Enter', 'Bid, then confirm'],
  ['Esc', 'Cancel a bid that waits for its confirmation'],
  ['W', 'Watch the lot, or stop watching'],
  ['M', 'Sound on or off'],
  ['?', 'This help'],
];

/** The room's keys, and the switch that turns them off. */
export function HelpDialog({
  on,
  setOn,
  onClose,
}: {
  on: boolean;
  setOn: (on: boolean) => void;
  onClose: () => void;
}) {
  const { kind } = useRoomSetting();
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
      <dl className={classes.keys}>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Use keyboard shortcuts in the live room"
        checked={on}
        onChange={({ currentTarget }) => setOn(currentTarget.checked)}
      />
      {kind === 'sale' && (
        <p>
          New to bidding here? <Link to={paths.practice}>Try a practice sale</Link>, with nothing at stake.
        </p>
      )}
    </Dialog>
  );
}
