import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { formatUntil } from '@saleyard/domain/presentation/dates.ts';
import { SALE_STATE_LABELS } from '@saleyard/domain/presentation/sales.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { ICON_SIZES, ICON_STROKES, IconArrowUpRight, IconSchool } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { currentAuctionsQuery, fittingAuctionsQuery } from '@/lib/auctions.ts';
import { useServerLink } from '@/lib/away.ts';
import { useNow } from '@/lib/clock.ts';
import { CATEGORIES, CATEGORY_FILTER, type Category } from '@/lib/labels.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { isSeller, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { LinkFilter, useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { Meta, Row } from '@/ui/layout.tsx';
import { useLotFilters } from '@/ui/lots/lot-filters.ts';
import { Empty, Page, ReadRows } from '@/ui/page.tsx';
import { type Day, DayList, SaleClock, SaleRow, saleFacts } from '@/ui/sales/sale-list.tsx';
import { PlainTag, StateTag } from '@/ui/tag.tsx';
import { groupByDay } from './group-by-day.ts';
import classes from './upcoming.module.css';

// The list is read and shown first; what is pressed later follows in chunks of its own.
const UpcomingFilters = lazyPart(async () => (await import('./upcoming-filters.tsx')).UpcomingFilters);
const forSellers = () => import('./sellers.tsx');
const AddLotCloses = lazyPart(async () => (await forSellers()).AddLotCloses);
const AddLotButton = lazyPart(async () => (await forSellers()).AddLotButton);
const SellersIntroduction = lazyPart(async () => (await forSellers()).SellersIntroduction);
const RegisterInterest = lazyPart(async () => (await import('./register-interest.tsx')).RegisterInterest);

// Documents are asked for once a page stands.
const SaleDocumentTools = lazyPart(
  async () => (await import('@/ui/documents/document-tools.tsx')).SaleDocumentTools,
);

function State({ auction }: { auction: AuctionSummary }) {
  if (auction.cancelled) return <StateTag mood="closed">Cancelled</StateTag>;
  if (auction.frozenTime !== null) return <StateTag mood="frozen">Auction frozen</StateTag>;
  if (auction.auctionpaused) return <StateTag mood="paused">Auction paused</StateTag>;
  const mood = auction.state === 'future' ? 'upcoming' : auction.state;
  return (
    <>
      <StateTag mood={mood}>{SALE_STATE_LABELS[auction.state]}</StateTag>
      {auction.state === 'open' && auction.allowAutoBid && <span>Set your Auto-bids</span>}
    </>
  );
}

/** Countdowns are renewed this often. ms. */
const COUNT_MS = 10_000;
/** Days turn over at most this late. ms. */
const DAY_CHECK_MS = 30_000;

/** When the sale comes, as one counts the time until then; when it closes where that is known. */
function Countdown({ auction }: { auction: AuctionSummary }) {
  const now = useNow(COUNT_MS);
  if (auction.cancelled || auction.frozenTime !== null || auction.auctionpaused) return null;
  if (auction.state !== 'live')
    return auction.liveAt > now ? <span>live in {formatUntil(auction.liveAt - now)}</span> : null;
  return auction.finishAt !== null && auction.finishAt > now ? (
    <span>closes in {formatUntil(auction.finishAt - now)}</span>
  ) : null;
}

/** One sale of the list: when, what, where, how many, its catalogue, and the way in while it is open or live. */
function AuctionRow({ auction }: { auction: AuctionSummary }) {
  const me = useMe();
  const room = useServerLink(paths.liveRoom(auction));
  const canEnter = !auction.cancelled && (auction.state === 'open' || auction.state === 'live');
  return (
    <SaleRow
      auction={auction}
      state={<State auction={auction} />}
      when={<Countdown auction={auction} />}
      type={AUCTION_TYPES[auction.auctionType].label}
      facts={saleFacts(auction)}
      notes={
        <>
          {auction.auctionTags.map(({ title }) => (
            <PlainTag key={title}>{title}</PlainTag>
          ))}
          {isSeller(me) && (
            <Suspense fallback={null}>
              <AddLotCloses auction={auction} />
            </Suspense>
          )}
        </>
      }
      way={(titleId) => (
        <>
          {canEnter && (
            <Button
              component="a"
              variant="accent"
              size="md"
              {...room}
              target="_blank"
              rel="noopener"
              aria-describedby={titleId}
              rightSection={
                <IconArrowUpRight
                  size={ICON_SIZES.md}
                  stroke={ICON_STROKES.bold}
                  aria-label="(opens a new window)"
                />
              }
            >
              Enter Auction
            </Button>
          )}
          {!auction.cancelled && (
            <Button
              component={Link}
              variant="default"
              size="md"
              to={paths.catalogue(auction)}
              aria-describedby={titleId}
            >
              View Catalogue
            </Button>
          )}
          {isSeller(me) && (
            <Suspense fallback={null}>
              <AddLotButton auction={auction} about={titleId} />
            </Suspense>
          )}
          {!auction.cancelled && (
            <div className={classes.documents}>
              <Suspense fallback={null}>
                <SaleDocumentTools auction={auction} content="catalogue" about={titleId} />
              </Suspense>
            </div>
          )}
        </>
      )}
    />
  );
}

/** What a day holds: how many sales run or take auto-bids, else how many there are. */
function dayNote({ auctions }: Day): string {
  const count = (state: AuctionSummary['state']) => auctions.filter((one) => one.state === state).length;
  const now = [
    { count: count('live'), word: 'live' },
    { count: count('open'), word: 'open' },
  ].filter((part) => part.count > 0);
  return now.length === 0
    ? countOf(auctions.length, 'sale')
    : now.map((part) => `${part.count} ${part.word}`).join(', ');
}

function Days({ category }: { category: Category }) {
  const { filters, isFiltered, clear } = useLotFilters();
  const query = useQuery(fittingAuctionsQuery(isFiltered ? filters : null));
  const now = useNow(DAY_CHECK_MS);
  return (
    <ReadRows query={query} label="Loading auctions…">
      {(auctions) => {
        const days = groupByDay(auctions, category, now);
        if (days.length > 0)
          return (
            <DayList
              days={days}
              note={dayNote}
              row={(auction) => <AuctionRow key={auction._id} auction={auction} />}
            />
          );
        return (
          <Empty title="No auctions found">
            {isFiltered && (
              <Button variant="default" onClick={() => clear()}>
                Clear All
              </Button>
            )}
            {category !== 'all' && <Link to="?">Show all categories</Link>}
            {!isFiltered && (
              <Suspense fallback={null}>
                <RegisterInterest />
              </Suspense>
            )}
          </Empty>
        );
      }}
    </ReadRows>
  );
}

/** Upcoming Auctions: every sale that is not over, by day, updated when the server sends changes. */
export function UpcomingScreen() {
  const { filters, hrefWith } = useUrlFilters(CATEGORY_FILTER);
  const { category } = filters;
  const me = useMe();
  const { data: sales = [] } = useQuery(currentAuctionsQuery);
  return (
    <Page title="Upcoming Auctions" aside={<SaleClock />}>
      <Suspense fallback={null}>{isSeller(me) && <SellersIntroduction />}</Suspense>
      <Row justify="space-between" mb="md" className={classes.tools}>
        <LinkFilter
          label="Category"
          options={CATEGORIES}
          value={category}
          hrefOf={(value) => hrefWith({ category: value })}
        />
        <Suspense fallback={null}>
          <UpcomingFilters sales={sales} />
        </Suspense>
      </Row>
      <Days category={category} />
      <Meta as="p" nowrap>
        <IconSchool size={ICON_SIZES.lg} aria-hidden="true" />
        <span>
          New to bidding here? <Link to={paths.practice}>Try a practice sale</Link>: nothing in it is real.
        </span>
      </Meta>
    </Page>
  );
}
