import type { FloorBuyer, FloorClaim } from '@saleyard/contract/floor-buyers.ts';
import { REASON_MOST } from '@saleyard/contract/schema.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { useFloorBuyerChange } from '@/features/staff/api/floor-buyers.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Grid, Row, Text } from '@/ui/layout.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toasts.tsx';
import classes from './floor.module.css';

const nameOf = ({ account: { name, shortId } }: FloorClaim): string => name || `Account ${shortId}`;

/** A dialog for why a claim is refused, or whether it is to be approved. */
function DecisionDialog({
  auction,
  claim,
  approves,
  buyer,
  onClose,
}: {
  auction: string;
  claim: FloorClaim;
  approves: boolean;
  buyer: FloorBuyer | undefined;
  onClose: () => void;
}) {
  const formId = useId();
  const { mutate, isPending, error } = useFloorBuyerChange(auction);
  const { number, account } = claim;
  const { field, submit } = useSmallForm({
    initial: { reason: '' },
    checks: {
      reason: (reason) => (approves || reason.trim() !== '' ? null : 'Please say why'),
    },
    onSubmit: ({ reason }) =>
      mutate(
        { do: 'decide', number, account: account._id, approved: approves, ...(!approves && { reason }) },
        {
          onSuccess: () => {
            toast(`Claim of ${nameOf(claim)} to buyer ${number} ${approves ? 'approved' : 'refused'}`);
            onClose();
          },
        },
      ),
  });
  const written = buyer && buyer.name !== '' ? `The desk gave this number to ${buyer.name}. ` : '';
  return (
    <Dialog
      title={
        approves
          ? `Is ${nameOf(claim)} buyer ${number}?`
          : `Refuse the claim of ${nameOf(claim)} to buyer ${number}?`
      }
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form={formId} color={approves ? undefined : 'ochre'} disabled={isPending}>
          {approves ? 'Approve' : 'Refuse'}
        </Button>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        {approves ? (
          <p>
            {written}What it bought ({countOf(buyer?.lots ?? 0, 'lot')} so far), and buys later in this sale,
            is theirs from now on. A lot that should not be theirs is corrected one by one.
          </p>
        ) : (
          <TextField label="Reason, which they read" most={REASON_MOST} {...field('reason')} />
        )}
        {error && <p role="alert">{errorTextOf(error).message}</p>}
      </form>
    </Dialog>
  );
}

/**
 * The claims of accounts to buyer numbers that wait for a decision; nothing where there is none. A dialog
 * stays until it is closed, also when its claim waits no more.
 */
export function Claims({
  auction,
  claims,
  buyers,
  mayAct,
}: {
  auction: string;
  claims: readonly FloorClaim[];
  buyers: readonly FloorBuyer[];
  mayAct: boolean;
}) {
  const [decided, setDecided] = useState<{ claim: FloorClaim; approves: boolean } | null>(null);
  const waiting = claims.filter(({ state }) => state === 'waits');
  return (
    <>
      {decided && (
        <DecisionDialog
          auction={auction}
          {...decided}
          buyer={buyers.find(({ number }) => number === decided.claim.number)}
          onClose={() => setDecided(null)}
        />
      )}
      {waiting.length > 0 && (
        <section aria-labelledby="claims" className={`sy-panel ${classes.panel}`}>
          <Text as="h2" size="lg" id="claims">
            Claims to decide
          </Text>
          <Grid as="ul" single gap="sm" mt="sm">
            {waiting.map((claim) => (
              <Row
                as="li"
                justify="space-between"
                gap="xs"
                across="md"
                key={`${claim.number} ${claim.account._id}`}
              >
                <span>
                  <Link to={paths.staffAccount(claim.account)}>{nameOf(claim)}</Link> says: “I was buyer{' '}
                  {claim.number}” <span className="sy-dim">{formatShortDateTime(claim.at)}</span>
                </span>
                {mayAct && (
                  <Row as="span" align="stretch" gap="sm">
                    <Button
                      aria-label={`Approve: ${nameOf(claim)} is buyer ${claim.number}`}
                      onClick={() => setDecided({ claim, approves: true })}
                    >
                      Approve
                    </Button>
                    <Button
                      variant="default"
                      aria-label={`Refuse: ${nameOf(claim)} is buyer ${claim.number}`}
                      onClick={() => setDecided({ claim, approves: false })}
                    >
                      Refuse
                    </Button>
                  </Row>
                )}
              </Row>
            ))}
          </Grid>
        </section>
      )}
    </>
  );
}
