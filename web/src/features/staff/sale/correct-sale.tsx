import type { LotBidder, StaffLot } from '@saleyard/contract/lots.ts';
import type { StaffAccountEntry } from '@saleyard/contract/staff-accounts.ts';
import { buyerNumberOf, FLOOR, floorBuyer } from '@saleyard/domain/auction/ids.ts';
import { SALE_LIMITS } from '@saleyard/domain/auction/scheduling.ts';
import { formatPriceWithUnit, parsePrice, typedPrice } from '@saleyard/domain/presentation/amounts.ts';
import { CORRECTED_LABELS, changedHands } from '@saleyard/domain/presentation/lots.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { StaffOrder } from '@/features/staff/api/staff-command.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Radio, RadioGroup } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Grid } from '@/ui/layout.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { type AccountOf, buyerNumberProblem, useAccountOf } from './buyer-number.ts';
import { correctionNotice } from './corrections.ts';
import { BeforeAfter, buyerLabel, lotBiddersQuery, outcomeText, presentText } from './lot-results.tsx';
import { PriceField, useOrders } from './orders.tsx';
import { BuyerField } from './sold-after.tsx';

type Outcome = NonNullable<StaffOrder['outcome']>;

/** `same`: who has bought it; `bidder`: an account that bid on it; `later`: the floor, to be named later. */
type BuyerKind = 'same' | 'bidder' | 'number' | 'account' | 'later';

export type Values = {
  outcome: Outcome;
  kind: BuyerKind;
  bidder: LotBidder | null;
  number: string;
  find: string;
  buyer: StaffAccountEntry | null;
  price: string;
  consent: 'ask' | 'agreed';
  reason: string;
};

const OUTCOMES = ['sold', 'passed', 'annulled', 'withdrawn'] as const satisfies readonly Outcome[];

/** The buyer of a filled form: an id and a name; null while none is chosen. */
function buyerOf(lot: StaffLot, values: Values): { id: string; name: string } | null {
  const { kind, bidder, number, buyer } = values;
  switch (kind) {
    case 'same':
      return lot.leader && { id: lot.leader._id, name: lot.leader.name };
    case 'bidder':
      return bidder && { id: bidder._id, name: bidder.name };
    case 'number':
      return { id: floorBuyer(number.trim().toUpperCase()), name: '' };
    case 'account':
      return buyer && { id: buyer._id, name: `${buyer.firstName} ${buyer.lastName}`.trim() };
    case 'later':
      return { id: FLOOR, name: '' };
  }
}

/** The price of a filled form, in cents; null while there is none. A bidder buys at the highest amount they bid. */
const centsOf = (lot: StaffLot, { kind, bidder, price }: Values): number | null =>
  kind === 'bidder' ? (bidder?.highestBidCents ?? null) : parsePrice(price, lot.bidding);

/** Whether the buyer must agree: they had not bought the lot, or not at such a price. */
function needsConsent(lot: StaffLot, values: Values, accountOf: AccountOf): boolean {
  const buyer = buyerOf(lot, values);
  const account = buyer && accountOf(buyer.id);
  if (values.outcome !== 'sold' || account === null) return false;
  const hasBought = changedHands(lot.status) && lot.leader !== null && accountOf(lot.leader._id) === account;
  return !hasBought || (centsOf(lot, values) ?? 0) > (lot.closedPrice ?? 0);
}

/** The order of a filled form. */
export function orderOf(lot: StaffLot, values: Values, accountOf: AccountOf): StaffOrder {
  const { outcome, reason } = values;
  const made = { type: 'correctSale', lot: lot._id, outcome, reason: reason.trim() } as const;
  const buyer = buyerOf(lot, values);
  const cents = centsOf(lot, values);
  if (outcome !== 'sold' || buyer === null || cents === null) return made;
  const number = buyerNumberOf(buyer.id);
  const named = number === null ? { buyer: buyer.id } : { buyerNumber: number };
  const hasAgreed = needsConsent(lot, values, accountOf) && values.consent === 'agreed';
  return { ...made, cents, ...named, ...(hasAgreed && { acceptedBy: 'staffRecord' as const }) };
}

/** What follows from a correction, in a sentence. */
function consequence(consent: Values['consent'] | null): string {
  if (consent === null) return 'The seller and the buyers with an account get an e-mail with the reason.';
  return consent === 'ask'
    ? 'The buyer gets an e-mail with the reason, and accepts or declines in My Auction Results. The lot stays as it is until they accept.'
    : 'You record that the buyer has agreed. The seller and the buyers with an account get an e-mail with the reason.';
}

/** The bidders of the lot to choose from, each with the amount at which they can buy it. */
function BidderField({
  auction,
  lot,
  bidder,
  problem,
  onBidder,
}: {
  auction: string;
  lot: StaffLot;
  bidder: LotBidder | null;
  problem: string | null;
  onBidder: (bidder: LotBidder | null) => void;
}) {
  const { data, error } = useQuery(lotBiddersQuery(auction, lot._id));
  const others = data?.filter(({ _id }) => _id !== lot.leader?._id || !changedHands(lot.status)) ?? [];
  if (error) return <p role="alert">{errorTextOf(error).message}</p>;
  if (data === undefined) return <p className="sy-dim">Loading the bidders…</p>;
  if (others.length === 0) return <p className="sy-dim">No other account bid on this lot.</p>;
  return (
    <RadioGroup
      label="Bidder, at their highest bid"
      value={bidder?._id ?? null}
      onChange={(id) => onBidder(others.find(({ _id }) => _id === id) ?? null)}
      error={problem}
    >
      <Grid single gap="sm" mt="sm">
        {others.map((one) => (
          <Radio
            key={one._id}
            value={one._id}
            label={`${buyerLabel(one._id, one.name)}, ID ${one.shortId}: ${formatPriceWithUnit(one.highestBidCents, lot.bidding)}`}
          />
        ))}
      </Grid>
    </RadioGroup>
  );
}

/** Corrects what a closed lot came to: the buyer, the price or the whole result. Before and after are shown once more. */
export function CorrectSaleDialog({
  auction,
  lot,
  byClerk,
  onClose,
}: {
  auction: string;
  lot: StaffLot;
  /** The sale has a floor. */
  byClerk: boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const [confirming, setConfirming] = useState<Values | null>(null);
  const { give, isPending, refusal } = useOrders(auction);
  const accountOf = useAccountOf(auction, byClerk);
  const isSold = changedHands(lot.status) && !lot.withdrawn && lot.leader !== null;
  const { values, set, field, submit } = useSmallForm({
    initial: {
      outcome: 'sold',
      kind: isSold ? 'same' : byClerk ? 'number' : 'bidder',
      bidder: null,
      number: '',
      find: '',
      buyer: null,
      price: isSold && lot.closedPrice !== null ? typedPrice(lot.closedPrice, lot.bidding) : '',
      consent: 'ask',
      reason: '',
    } as Values,
    checks: {
      number: (number, all) =>
        all.outcome === 'sold' && all.kind === 'number' ? buyerNumberProblem(number) : null,
      find: (_, all) =>
        all.outcome === 'sold' && all.kind === 'account' && all.buyer === null
          ? 'Please choose the buyer'
          : null,
      bidder: (bidder, all) =>
        all.outcome === 'sold' && all.kind === 'bidder' && bidder === null
          ? 'Please choose the bidder'
          : null,
      price: (price, all) => {
        if (all.outcome !== 'sold' || all.kind === 'bidder') return null;
        const cents = parsePrice(price, lot.bidding);
        if (cents === null) return 'Please Enter a price';
        return all.kind === 'same' && cents === lot.closedPrice ? 'This is the price already' : null;
      },
      reason: (reason) => (reason.trim() === '' ? 'Please Enter a reason' : null),
    },
    onSubmit: (filled) => setConfirming(filled),
  });
  if (refusal) return refusal;
  if (confirming) {
    const buyer = buyerOf(lot, confirming);
    const named = {
      buyer: buyer === null ? '' : buyerLabel(buyer.id, buyer.name),
      cents: centsOf(lot, confirming),
    };
    const consent = needsConsent(lot, confirming, accountOf) ? confirming.consent : null;
    return (
      <Dialog
        title={`Correct Lot ${lot.number}?`}
        onClose={onClose}
        actions={
          <>
            <Button variant="default" onClick={() => setConfirming(null)}>
              Back
            </Button>
            <Button
              color="ochre"
              disabled={isPending}
              onClick={() =>
                give(orderOf(lot, confirming, accountOf), {
                  done: (decision) => correctionNotice(lot, decision, 'recorded'),
                  onDone: onClose,
                  onRefused: () => setConfirming(null),
                })
              }
            >
              {consent === 'ask' ? 'Ask the buyer' : 'Correct'}
            </Button>
          </>
        }
      >
        <BeforeAfter lot={lot} after={outcomeText(confirming.outcome, named, lot)} />
        <p>Reason: {confirming.reason.trim()}</p>
        <p className="sy-dim">
          {consequence(consent)} If this sale needs a second person, the correction waits for one first. What
          the lot was knocked down to stays on record.
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={`Correct Lot ${lot.number}`}
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form={formId}>
          Continue
        </Button>
      }
    >
      <p className="sy-dim">
        {lot.publicDetails.title}. Now: {presentText(lot)}.
      </p>
      <Grid as="form" single gap="md" id={formId} onSubmit={submit} noValidate>
        <RadioGroup
          label="What it should be"
          value={values.outcome}
          onChange={(outcome) => set({ outcome: outcome as Outcome })}
        >
          <Grid single gap="sm" mt="sm">
            {OUTCOMES.map((outcome) => (
              <Radio key={outcome} value={outcome} label={CORRECTED_LABELS[outcome]} />
            ))}
          </Grid>
        </RadioGroup>
        {values.outcome === 'sold' && (
          <>
            <RadioGroup
              label="Bought by"
              value={values.kind}
              onChange={(kind) => set({ kind: kind as BuyerKind })}
            >
              <Grid single gap="sm" mt="sm">
                {isSold && lot.leader && (
                  <Radio
                    value="same"
                    label={`The same buyer (${buyerLabel(lot.leader._id, lot.leader.name)}), at another price`}
                  />
                )}
                <Radio value="bidder" label="Another bidder of this lot, such as the runner-up" />
                {byClerk && <Radio value="number" label="A buyer number" />}
                <Radio value="account" label="Any account" />
                {byClerk && <Radio value="later" label="The floor, to be named later" />}
              </Grid>
            </RadioGroup>
            {values.kind === 'bidder' && (
              <BidderField
                auction={auction}
                lot={lot}
                bidder={values.bidder}
                problem={field('bidder').problem}
                onBidder={(bidder) => set({ bidder })}
              />
            )}
            {values.kind === 'number' && <TextField label="Buyer number" most={6} {...field('number')} />}
            {values.kind === 'account' && (
              <BuyerField
                {...field('find')}
                buyer={values.buyer}
                onChange={(find) => set({ find, buyer: null })}
                onBuyer={(one) => set({ buyer: one })}
              />
            )}
            {values.kind !== 'bidder' && <PriceField lot={lot} {...field('price')} />}
            {needsConsent(lot, values, accountOf) && (
              <RadioGroup
                label="Has the buyer agreed?"
                value={values.consent}
                onChange={(consent) => set({ consent: consent === 'agreed' ? 'agreed' : 'ask' })}
              >
                <Grid single gap="sm" mt="sm">
                  <Radio value="ask" label="Ask them: by e-mail, answered in My Auction Results" />
                  <Radio value="agreed" label="They have agreed. This is recorded under your name." />
                </Grid>
              </RadioGroup>
            )}
          </>
        )}
        <TextField
          label="Reason"
          description="Kept with the sale's record, and sent to the seller and the buyers. Name nobody in it."
          most={SALE_LIMITS.reason}
          {...field('reason')}
        />
      </Grid>
    </Dialog>
  );
}
