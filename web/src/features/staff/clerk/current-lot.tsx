import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import { countOf, formatPrice, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { leaderLabel, lotState, reserveLabel } from '@/features/staff/sale/lot-labels.ts';
import { Facts } from '@/ui/facts.tsx';
import { Grid, Text } from '@/ui/layout.tsx';
import { StateTag } from '@/ui/tag.tsx';
import classes from './clerk.module.css';
import type { Console } from './keys.ts';
import type { ClerkMessage } from './use-clerk.ts';

const online = (winner: string | null): boolean =>
  winner !== null && winner !== 'floor' && winner !== 'vendor';

function Price({ lot }: { lot: StaffLot }) {
  const has = lot.currentBidCents !== null;
  return (
    <Grid single gap="none">
      <Text as="span" size="xs" tone="dim">
        {has ? 'Price' : 'Start price'}
      </Text>
      <span className={classes.amount} data-empty={!has || undefined}>
        {formatPrice(lot.currentBidCents ?? lot.startPrice, lot.bidding)}
        <small>/{lot.bidding}</small>
      </span>
      <span className={classes.leader}>
        {has ? leaderLabel(lot) : 'No bid yet'}
        {online(lot.winner) && <b>ONLINE</b>}
      </span>
    </Grid>
  );
}

/** The lot in hand, large enough to read from a step away. */
export function CurrentLot({
  lot,
  auctionType,
  console,
  message,
  sending,
}: {
  lot: StaffLot;
  auctionType: PublicAuction['auctionType'];
  console: Console;
  message: ClerkMessage | null;
  sending: boolean;
}) {
  const { mood, label: stateLabel } = lotState(lot, auctionType);
  return (
    <section className={`sy-panel ${classes.current}`} aria-label={`Lot ${lot.number}`}>
      <header>
        <h2>
          Lot {lot.number} <span>{lot.publicDetails.title}</span>
        </h2>
        <StateTag mood={mood}>{stateLabel}</StateTag>
      </header>
      <p className="sy-dim">
        {[
          countOf(lot.count, 'head', 'head'),
          lot.vendorName,
          `${lot.publicDetails.location.town}, ${lot.publicDetails.location.state}`,
          lot.publicDetails.summary.age,
          lot.publicDetails.summary.weight,
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      <Grid single gap="md" mt="md" mb="md">
        <Price lot={lot} />
        <Facts strong className={classes.facts}>
          <div>
            <dt>Next bid</dt>
            <dd>{formatPriceWithUnit(lot.nextBidCents, lot.bidding)}</dd>
          </div>
          <div>
            <dt>Reserve</dt>
            <dd>{lot.reserveCents === null ? 'None' : formatPriceWithUnit(lot.reserveCents, lot.bidding)}</dd>
          </div>
          <div>
            <dt>Market</dt>
            <dd data-reserve={lot.reserveStatus}>{reserveLabel(lot)}</dd>
          </div>
          <div>
            <dt>Vendor bids</dt>
            <dd>
              {lot.vendorBids} of {lot.maxVendorBids}
            </dd>
          </div>
          <div>
            <dt>Bids</dt>
            <dd>{lot.bidCount}</dd>
          </div>
        </Facts>
      </Grid>
      <div
        className={classes.line}
        data-armed={console.armed ? true : undefined}
        data-bad={message?.bad || undefined}
      >
        <output className={classes.typed} aria-label="Typed amount">
          {lot.bidding === 'head' && console.typed !== '' && '$'}
          {console.typed || '–'}
          {lot.bidding === 'kg' && console.typed !== '' && '¢'}
        </output>
        <p role="status" className={classes.word}>
          {sending ? 'Sending…' : (message?.text ?? '')}
        </p>
      </div>
    </section>
  );
}
