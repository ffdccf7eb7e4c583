import type { StaffAuction } from '@saleyard/contract/auctions.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { SALE_STATE_LABELS } from '@saleyard/domain/presentation/sales.ts';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import {
  ICON_SIZES,
  IconArrowUpRight,
  IconKeyboard,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSnowflake,
  IconX,
} from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { PresentPeople } from '@/features/staff/present-people.tsx';
import { isStaff, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { FilterBar, SearchFilter } from '@/ui/filters/filter-bar.tsx';
import { useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { Row, Text } from '@/ui/layout.tsx';
import { BackLink, Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import { PlainTag, StateTag } from '@/ui/tag.tsx';
import { toast } from '@/ui/toasts.tsx';
import { AddLots } from './add-lots.tsx';
import { AnnounceButton } from './announce.tsx';
import { ExportResultsButton } from './export-results.tsx';
import { FloorBuyers } from './floor-buyers.tsx';
import { LotsBoard } from './lots-board.tsx';
import { MessageEveryoneButton } from './message-everyone.tsx';
import { CANCELLATION, stopOf, useReasonedOrders } from './reasoned-orders.tsx';
import classes from './sale.module.css';
import { SaleLoader } from './sale-loader.tsx';
import { SaleTimer } from './sale-timer.tsx';
import { useStaffSale } from './use-staff-sale.ts';

const FILTERS = { find: 'text' } as const;

/** Lots whose number, title, vendor or leader holds what was typed. */
function matching(lots: readonly StaffLot[], text: string): readonly StaffLot[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return lots;
  return lots.filter(({ number, publicDetails, vendorName, leader }) =>
    [number, publicDetails.title, vendorName, leader?.name ?? ''].some((field) =>
      field.toLowerCase().includes(wanted),
    ),
  );
}

const tally = (lots: readonly StaffLot[], status: StaffLot['status']): number =>
  lots.filter((lot) => lot.status === status && !lot.withdrawn).length;

function Facts({ sale, lots }: { sale: StaffAuction; lots: readonly StaffLot[] | null }) {
  return (
    <p className={classes.facts}>
      <span>{countOf(sale.lotCount, 'lot')}</span>
      <span>{countOf(sale.headCount, 'head', 'head')}</span>
      <span>{countOf(sale.bidders, 'bidder')}</span>
      {lots && sale.state !== 'future' && (
        <span>
          {tally(lots, 'sold')} sold, {tally(lots, 'passed')} passed in, {tally(lots, 'noBid')} no bids
          {tally(lots, 'soldAfterAuction') > 0 &&
            `, ${tally(lots, 'soldAfterAuction')} sold after the auction`}
        </span>
      )}
      {sale.withdrawnCount > 0 && <span>{sale.withdrawnCount} withdrawn</span>}
    </p>
  );
}

function Refused({ lines }: { lines: readonly string[] }) {
  return (
    <div role="alert" className={classes.refused}>
      <strong>The sale is scheduled, but its lots were refused:</strong>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function Sale({ read }: { read: StaffAuction }) {
  const { auction: sale, lots, error, retry } = useStaffSale(read);
  const { ask, pending, dialogs } = useReasonedOrders(read._id);
  const staff = isStaff(useMe());
  const [adding, setAdding] = useState(false);
  const { filters, setFilters } = useUrlFilters(FILTERS);
  const refused = (useLocation().state as { lotsRefused?: readonly string[] } | null)?.lotsRefused;
  const frozen = sale.frozenTime !== null;
  const paused = sale.pausedTime !== null;
  const runs = sale.state !== 'closed' && !sale.cancelled;
  const mood = sale.cancelled
    ? 'closed'
    : frozen
      ? 'frozen'
      : paused
        ? 'paused'
        : sale.state === 'future'
          ? 'upcoming'
          : sale.state;
  return (
    <Page
      title={sale.title}
      before={<BackLink to={paths.staff}>Back to the Staff Desk</BackLink>}
      aside={<SaleTimer auction={sale} />}
    >
      {dialogs}
      {refused && lots?.length === 0 && <Refused lines={refused} />}
      <div className={classes.head}>
        <div>
          <Row gap="sm">
            <StateTag mood={mood}>
              {sale.cancelled
                ? 'Cancelled'
                : frozen
                  ? 'Auction frozen'
                  : paused
                    ? 'Auction paused'
                    : SALE_STATE_LABELS[sale.state]}
            </StateTag>
            <PlainTag>{AUCTION_TYPES[sale.auctionType].label}</PlainTag>
            <PlainTag>{sale.kindData.title}</PlainTag>
            <span className="sy-dim">No. {sale.number}</span>
            {!sale.public && <PlainTag>Not public</PlainTag>}
          </Row>
          <Text mt="sm">
            Opens {formatDateTime(sale.openAt)}, live {formatDateTime(sale.liveAt)} (Sydney)
          </Text>
          <Facts sale={sale} lots={lots} />
          {sale.notification !== null && (
            <Text mt="xs" anywhere>
              Announced: {sale.notification}
            </Text>
          )}
          {runs && <PresentPeople auction={sale._id} />}
        </div>
        <Row gap="sm" className="sy-no-print">
          {staff && AUCTION_TYPES[sale.auctionType].byClerk && runs && (
            <Button
              component={Link}
              to={paths.clerk(sale)}
              leftSection={<IconKeyboard size={ICON_SIZES.md} aria-hidden="true" />}
            >
              Clerk’s console
            </Button>
          )}
          {staff && runs && sale.state === 'future' && (
            <Button
              component={Link}
              to={paths.editSale(read)}
              variant="default"
              leftSection={<IconPencil size={ICON_SIZES.sm} aria-hidden="true" />}
            >
              Change the schedule
            </Button>
          )}
          {staff && runs && <AnnounceButton sale={sale} />}
          {staff && <MessageEveryoneButton sale={sale} />}
          {staff && runs && sale.state !== 'live' && (
            <Button
              variant="default"
              color="ochre"
              disabled={pending}
              leftSection={<IconX size={ICON_SIZES.sm} aria-hidden="true" />}
              onClick={() => ask(CANCELLATION)}
            >
              Cancel sale
            </Button>
          )}
          {staff && runs && (
            <>
              <Button
                variant="default"
                disabled={pending}
                leftSection={
                  frozen ? (
                    <IconPlayerPlay size={ICON_SIZES.sm} aria-hidden="true" />
                  ) : (
                    <IconSnowflake size={ICON_SIZES.sm} aria-hidden="true" />
                  )
                }
                onClick={() => ask(stopOf(frozen ? 'resume' : 'freeze'))}
              >
                {frozen ? 'Resume' : 'Freeze'}
              </Button>
              <Button
                variant="default"
                disabled={pending}
                leftSection={
                  paused ? (
                    <IconPlayerPlay size={ICON_SIZES.sm} aria-hidden="true" />
                  ) : (
                    <IconPlayerPause size={ICON_SIZES.sm} aria-hidden="true" />
                  )
                }
                onClick={() => ask(stopOf(paused ? 'unpause' : 'pause'))}
              >
                {paused ? 'Unpause' : 'Pause'}
              </Button>
            </>
          )}
          {AUCTION_TYPES[sale.auctionType].byClerk && !sale.cancelled && (
            <Button component={Link} to={paths.floorBuyers(sale)} variant="default">
              Buyer numbers
            </Button>
          )}
          {sale.state === 'closed' && !sale.cancelled && (
            <Button component={Link} to={paths.saleFees(sale)} variant="default">
              Listing fees
            </Button>
          )}
          {sale.state === 'closed' && <ExportResultsButton sale={read} />}
          <Button component={Link} to={paths.audit(sale)} variant="default">
            Audit
          </Button>
          <Button
            component="a"
            href={paths.liveRoom(sale)}
            target="_blank"
            rel="noopener"
            variant="default"
            rightSection={<IconArrowUpRight size={ICON_SIZES.sm} aria-label="(opens a new window)" />}
          >
            Live room
          </Button>
        </Row>
      </div>
      {staff && lots && <FloorBuyers auction={read._id} lots={lots} />}
      <section aria-labelledby="lots">
        <div className={classes.lotsHead}>
          <h2 id="lots">Lots</h2>
          <FilterBar>
            <SearchFilter
              label="Find a lot, vendor or leader"
              value={filters.find}
              onChange={(find) => setFilters({ find })}
            />
          </FilterBar>
          {staff && sale.state === 'future' && runs && (
            <Button
              variant="default"
              leftSection={<IconPlus size={ICON_SIZES.sm} aria-hidden="true" />}
              aria-expanded={adding}
              onClick={() => setAdding(!adding)}
            >
              {adding ? 'Close' : 'Add lots'}
            </Button>
          )}
        </div>
        {adding && lots && (
          <div className={`sy-panel ${classes.adding}`}>
            <AddLots
              sale={read}
              numbers={lots.map(({ number }) => number)}
              onDone={(count) => {
                setAdding(false);
                toast(`${countOf(count, 'lot')} added to the sale`);
              }}
            />
          </div>
        )}
        {lots === null &&
          (error ? <Failed error={error} onRetry={retry} /> : <Loading label="Loading lots…" />)}
        {lots?.length === 0 && <Empty title="This sale has no lots yet" />}
        {lots && lots.length > 0 && (
          <LotsBoard
            lots={lots}
            matching={matching(lots, filters.find)}
            auction={sale}
            onAsk={staff ? ask : null}
          />
        )}
      </section>
    </Page>
  );
}

/** One sale as staff run it. */
export function SaleScreen() {
  return <SaleLoader>{(sale) => <Sale key={sale._id} read={sale} />}</SaleLoader>;
}
