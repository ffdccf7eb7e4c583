import type { StaffLot } from '@saleyard/contract/lots.ts';
import type { StaffAccountEntry } from '@saleyard/contract/staff-accounts.ts';
import { countOf, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { floorBuyersQuery } from '@/features/staff/api/floor-buyers.ts';
import type { StaffOrder } from '@/features/staff/api/staff-command.ts';
import { Button } from '@/ui/button.tsx';
import { Radio, RadioGroup } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Grid, Row, Text } from '@/ui/layout.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { buyerNumberProblem } from './buyer-number.ts';
import { isOnFloorSold, isToBeNamed } from './lot-labels.ts';
import { useOrders } from './orders.tsx';
import classes from './sale.module.css';
import { BuyerField } from './sold-after.tsx';

type Values = { kind: 'number' | 'account'; number: string; find: string; buyer: StaffAccountEntry | null };

function namingOf(lot: StaffLot, { kind, number, buyer }: Values): StaffOrder {
  const made = { type: 'nameFloorBuyer', lot: lot._id } as const;
  if (kind === 'number') return { ...made, buyerNumber: number.trim().toUpperCase() };
  return { ...made, ...(buyer !== null && { buyer: buyer._id }) };
}

/** Names the buyer of a lot that was sold to the floor. */
function NameFloorBuyerDialog({
  auction,
  lot,
  onClose,
}: {
  auction: string;
  lot: StaffLot;
  onClose: () => void;
}) {
  const formId = useId();
  const { give, isPending, refusal } = useOrders(auction);
  const { values, set, field, submit } = useSmallForm({
    initial: { kind: 'number', number: '', find: '', buyer: null } as Values,
    checks: {
      number: (number, { kind }) => (kind === 'number' ? buyerNumberProblem(number) : null),
      find: (_, { kind, buyer }) => (kind === 'account' && buyer === null ? 'Please choose the buyer' : null),
    },
    onSubmit: (filled) =>
      give(namingOf(lot, filled), { done: `Buyer of Lot ${lot.number} named`, onDone: onClose }),
  });
  if (refusal) return refusal;
  return (
    <Dialog
      title={`Who bought Lot ${lot.number}?`}
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form={formId} disabled={isPending}>
          Name the buyer
        </Button>
      }
    >
      <p className="sy-dim">
        {lot.publicDetails.title}. It was sold to the floor at{' '}
        {formatPriceWithUnit(lot.closedPrice, lot.bidding)}. A name that is wrong can be corrected later.
      </p>
      <Grid as="form" single gap="md" id={formId} onSubmit={submit} noValidate>
        <RadioGroup
          label="Bought by"
          value={values.kind}
          onChange={(kind) => set({ kind: kind === 'account' ? 'account' : 'number' })}
        >
          <Grid single gap="sm" mt="sm">
            <Radio value="number" label="A buyer number" />
            <Radio value="account" label="An account" />
          </Grid>
        </RadioGroup>
        {values.kind === 'number' && <TextField label="Buyer number" most={6} {...field('number')} />}
        {values.kind === 'account' && (
          <BuyerField
            {...field('find')}
            buyer={values.buyer}
            onChange={(find) => set({ find, buyer: null })}
            onBuyer={(one) => set({ buyer: one })}
          />
        )}
      </Grid>
    </Dialog>
  );
}

/**
 * The lots that were sold to the floor and whose buyer staff have still to name; nothing where there is none. The
 * dialog of a lot stays until it is closed, also when its buyer was named meanwhile.
 */
export function FloorBuyers({ auction, lots }: { auction: string; lots: readonly StaffLot[] }) {
  const [naming, setNaming] = useState<StaffLot | null>(null);
  const unnamed = lots.filter(isToBeNamed);
  const { data: register } = useQuery({ ...floorBuyersQuery(auction), enabled: lots.some(isOnFloorSold) });
  const nameless = register?.buyers.filter((buyer) => buyer.name === '' && buyer.account === null) ?? [];
  return (
    <>
      {naming && <NameFloorBuyerDialog auction={auction} lot={naming} onClose={() => setNaming(null)} />}
      {unnamed.length + nameless.length > 0 && (
        <section aria-labelledby="to-be-named" className={`sy-panel ${classes.adding}`}>
          <Text as="h2" size="lg" id="to-be-named">
            Buyer to be named
          </Text>
          <Grid as="ul" single gap="sm" mt="sm">
            {unnamed.map((lot) => (
              <Row key={lot._id} as="li" justify="space-between" gap="xs" across="md">
                <span>
                  <b>Lot {lot.number}</b> {lot.publicDetails.title}{' '}
                  <span className="sy-dim">{formatPriceWithUnit(lot.closedPrice, lot.bidding)}</span>
                </span>
                <Button
                  variant="default"
                  aria-label={`Name the buyer of Lot ${lot.number}`}
                  onClick={() => setNaming(lot)}
                >
                  Name the buyer
                </Button>
              </Row>
            ))}
            {nameless.map(({ number, lots: bought }) => (
              <Row as="li" justify="space-between" gap="xs" across="md" key={`number ${number}`}>
                <span>
                  <b>Buyer {number}</b> bought {countOf(bought, 'lot')}, and nobody is written down under this
                  number.
                </span>
                <Button
                  component={Link}
                  to={paths.floorBuyers({ _id: auction })}
                  variant="default"
                  aria-label={`Name buyer ${number}`}
                >
                  Name the buyer
                </Button>
              </Row>
            ))}
          </Grid>
        </section>
      )}
    </>
  );
}
