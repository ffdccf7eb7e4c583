import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import { telLink } from '@saleyard/contract/support-phone.ts';
import { countOf, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { lotLabel, notOffered, RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ICON_SIZES, ICON_STROKES, IconArrowUpRight, IconPhone } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { useServerLink } from '@/lib/away.ts';
import { placeOf, titleOf } from '@/lib/labels.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { swappedPrice } from '@/lib/lot-prices.ts';
import { useSupportPhone } from '@/lib/server-status.ts';
import { useMediaQuery } from '@/lib/window-events.ts';
import { Button } from '@/ui/button.tsx';
import { ButtonPlaceholders, LOT_TOOLS } from '@/ui/button-placeholders.tsx';
import { Card, Meta, Row, Stack } from '@/ui/layout.tsx';
import { IN_A_BAR, LotBar } from '@/ui/lots/lot-bar.tsx';
import pageClasses from '@/ui/lots/lot-page.module.css';
import { LotStanding } from '@/ui/lots/lot-standing.tsx';
import { WatchButton } from '@/ui/lots/watch-button.tsx';
import { PrintButton } from '@/ui/print.tsx';
import { ShareLink } from '@/ui/share-link.tsx';
import { PlainTag, StateTag } from '@/ui/tag.tsx';
import classes from './lot.module.css';

// Documents are asked for once a page stands.
const LotDocumentTools = lazyPart(
  async () => (await import('@/ui/documents/document-tools.tsx')).LotDocumentTools,
);

/** Bids on the lot that is shown. `standing`: its price and time; `enter`: the way into the live room. */
export type Bidding = ComponentType<{
  lot: LotPage;
  auction: AuctionSummary;
  standing: ReactNode;
  enter: (how: { quiet: boolean }) => ReactNode;
}>;

export const labelOf = (lot: LotPage, auction: AuctionSummary): string =>
  `${lotLabel(lot, auction)}, ${titleOf(lot, lot.count)}`;

/** What became of a closed lot, and at which price. */
function Result({ lot, auction }: { lot: LotPage; auction: AuctionSummary }) {
  const isSold = lot.status === 'sold' || lot.status === 'soldAfterAuction';
  const perKg =
    isSold && lot.bidding === 'head' && lot.closedPrice !== null
      ? swappedPrice(lot.closedPrice, lot.bidding, lot, auction.kindData.type)
      : null;
  return (
    <p className={pageClasses['result']} data-result>
      <StateTag mood="closed">{lot.status === null ? 'Closed' : RESULT_LABELS[lot.status]}</StateTag>
      {lot.closedPrice !== null && (
        <strong className="sy-number">{formatPriceWithUnit(lot.closedPrice, lot.bidding)}</strong>
      )}
      {perKg && <span className="sy-number sy-dim">{formatPriceWithUnit(perKg.cents, perKg.unit)}</span>}
      {auction.state === 'closed' && <Link to={paths.lotResult(auction, lot)}>View Results</Link>}
    </p>
  );
}

/** The way into the live room at this lot. `quiet`: beside a button that bids, which alone is gold. */
function EnterAuction({ lot, auction, quiet }: { lot: LotPage; auction: AuctionSummary; quiet: boolean }) {
  const room = useServerLink(paths.liveRoom(auction, lot._id));
  return (
    <Button
      component="a"
      variant={quiet ? 'default' : 'accent'}
      size="md"
      className="sy-no-print"
      {...room}
      target="_blank"
      rel="noopener"
      aria-label="Enter Auction at this lot (opens a new window)"
      rightSection={<IconArrowUpRight size={ICON_SIZES.md} stroke={ICON_STROKES.bold} aria-hidden="true" />}
    >
      Enter Auction
    </Button>
  );
}

/** Whether bids or auto-bids may be open on a lot of a sale that can be entered. */
const takesBids = (lot: LotPage, auction: AuctionSummary): boolean =>
  lot.state === 'live' || (lot.state !== 'closed' && auction.allowAutoBid);

/** Whether the live room of its sale can be entered for this lot. */
const canEnter = (lot: LotPage, { cancelled, state }: AuctionSummary): boolean =>
  lot.state !== 'closed' && !cancelled && (state === 'open' || state === 'live');

/** Price, reserve and time as they are now, and the way to bid: on a phone a bar at the bottom. */
function Standing({
  read,
  lot,
  auction,
  Bidding,
  watch,
}: {
  /** The lot as it was read, before live news. */
  read: LotPage;
  lot: LotPage;
  auction: AuctionSummary;
  Bidding: Bidding | undefined;
  /** The button beside the price where the room can't be entered. */
  watch: ReactNode;
}) {
  const isOver = lot.state === 'closed';
  const enters = canEnter(lot, auction);
  // Stays once it is there: what became of a bid is shown when the lot closes, too.
  const [bids, setBids] = useState(false);
  if (!bids && enters && takesBids(lot, auction)) setBids(true);
  const standing = isOver ? (
    <Result lot={lot} auction={auction} />
  ) : (
    <LotStanding lot={lot} auction={auction} large />
  );
  const enter = ({ quiet }: { quiet: boolean }) =>
    enters ? <EnterAuction lot={lot} auction={auction} quiet={quiet} /> : null;
  const alone = isOver ? (
    standing
  ) : (
    <LotBar>
      {standing}
      {enter({ quiet: false }) ?? watch}
    </LotBar>
  );
  if (!bids || Bidding === undefined) return alone;
  return (
    <Suspense fallback={alone}>
      <Bidding lot={read} auction={auction} standing={standing} enter={enter} />
    </Suspense>
  );
}

/** Whom to ring about the lot: the agent who listed it, else the office. */
function Ring({ lot: { creatorData, agentPhone } }: { lot: LotPage }) {
  const { tradingName = '', firstName = '', lastName = '' } = creatorData ?? {};
  const agent = tradingName || [firstName, lastName].filter(Boolean).join(' ');
  const byAgent = agentPhone !== undefined && agent !== '';
  const office = useSupportPhone();
  const phone = byAgent ? agentPhone : office;
  return (
    <div className={classes.ring}>
      <p>
        <span className="sy-dim">Questions about this lot</span>
        <strong>{byAgent ? `${agent}, the agent` : 'Saleyard’s office'}</strong>
      </p>
      <Button
        component="a"
        variant="default"
        href={telLink(phone)}
        leftSection={<IconPhone size={ICON_SIZES.md} aria-hidden="true" />}
      >
        {phone}
      </Button>
    </div>
  );
}

/** What is beside the lot's pictures and facts, and stays in sight. */
export function LotCard({
  read,
  lot,
  auction,
  Bidding,
}: {
  read: LotPage;
  lot: LotPage;
  auction: AuctionSummary;
  Bidding: Bidding | undefined;
}) {
  const why = notOffered(lot);
  // On a phone before its sale, a lot can be watched from the bar.
  const isInBar = useMediaQuery(IN_A_BAR) && lot.state !== 'closed' && !canEnter(lot, auction);
  const watch = lot.approved && <WatchButton lot={lot._id} label={labelOf(lot, auction)} />;
  return (
    <Card padded>
      <Stack gap="sm">
        <Meta as="p">
          <span>{placeOf(lot)}</span>
          {lot.mine && <span className={pageClasses['mine']}>My Listing</span>}
          {lot.inlineDetails.assessorType && <PlainTag>{lot.inlineDetails.assessorType}</PlainTag>}
        </Meta>
        {why === null ? (
          <Standing read={read} lot={lot} auction={auction} Bidding={Bidding} watch={isInBar && watch} />
        ) : (
          <p>{why}</p>
        )}
        <Meta>
          <Link to={paths.catalogue(auction)}>
            {auction.title}, No. {auction.number}
          </Link>
          <time>{formatDateTime(auction.liveAt)} Sydney</time>
        </Meta>
        <Meta className="sy-no-print">
          <span>{countOf(lot.totalPageViews, 'view')}</span>
          {lot.watchCount > 0 && <span>{lot.watchCount} watching</span>}
        </Meta>
        <Row gap="xs" className="sy-no-print">
          {why === null && !isInBar && watch}
          <ShareLink path={paths.lot(auction, lot)} title={labelOf(lot, auction)} />
        </Row>
        <Ring lot={lot} />
        <div className={`${pageClasses['tools']} ${classes.tools} sy-no-print`}>
          <PrintButton>Print Lot Details</PrintButton>
          <Suspense fallback={<ButtonPlaceholders labels={LOT_TOOLS} />}>
            <LotDocumentTools lot={lot} />
          </Suspense>
        </div>
      </Stack>
    </Card>
  );
}
