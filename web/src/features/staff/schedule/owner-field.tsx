import { useController } from 'react-hook-form';
import { accountLabel, FOUND_BY } from '@/features/staff/api/account-search.ts';
import { Button } from '@/ui/button.tsx';
import { Row } from '@/ui/layout.tsx';
import { AccountFinder } from './account-finder.tsx';
import type { LotsValues } from './lots-form.ts';
import classes from './schedule.module.css';

/**
 * The vendor or agent whose typed lots these are. They get the fees, e-mails and results; the log names who typed the
 * lots. Without a choice the lots belong to the person who types them.
 */
export function OwnerField() {
  const { field } = useController<{ lots: LotsValues }, 'lots.owner'>({ name: 'lots.owner' });
  const owner = field.value ?? null;
  if (owner !== null)
    return (
      <Row gap="sm" mb="sm">
        <span>
          These lots belong to <strong>{owner.label}</strong>.
        </span>
        <Button variant="default" size="compact-sm" onClick={() => field.onChange(null)}>
          Change
        </Button>
      </Row>
    );
  return (
    <fieldset className={classes.agents}>
      <legend>Vendor or agent</legend>
      <AccountFinder
        label="Whose lots are these?"
        description={`${FOUND_BY}. Fees, e-mails and results are theirs. Empty: yours`}
        isOffered={({ isSuspended }) => !isSuspended}
        none="No account matches."
        action="Choose"
        onFound={(account) => field.onChange({ _id: account._id, label: accountLabel(account) })}
      />
    </fieldset>
  );
}
