import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Grid } from '@/ui/layout.tsx';
import classes from './clerk.module.css';

const KEYS: readonly [string, string][] = [
  ['O or Enter', 'Open bidding on the lot in hand'],
  ['Space or +', 'Floor bid at the next increment'],
  ['0–9 then B or Enter', 'Floor bid of the typed amount: dollars per head, cents per kg'],
  ['V', 'Vendor bid: the typed amount, or the next increment'],
  ['N', 'Type the buyer number of the next floor bid or the knock-down; Enter or Esc goes back to the keys'],
  ['K, K', 'Knock down (second press confirms)'],
  ['P, P', 'Pass in (second press confirms)'],
  ['↑ ↓', 'Choose another lot'],
  ['Esc', 'Clear what is typed or about to be confirmed'],
  ['?', 'This list'],
];

/** Every key of the console. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Keys of the clerk's console"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Grid as="dl" single gap="sm" className={classes.keys}>
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </Grid>
    </Dialog>
  );
}
