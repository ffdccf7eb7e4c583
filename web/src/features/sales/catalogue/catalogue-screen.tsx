import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { DISPLAY_ZONES, formatDateTime, formatTimeIn } from '@saleyard/domain/presentation/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { ICON_SIZES, ICON_STROKES, IconArrowUpRight, IconInfoCircle } from '@/config/icons.ts';
import { isFromWatchList, namesKind, paths } from '@/config/paths.ts';
import { ApiError } from '@/lib/api-error.ts';
import { useServerLink } from '@/lib/away.ts';
import { preview } from '@/lib/labels.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { catalogueQuery } from '@/lib/sale-query.ts';
import { isSeller, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Row } from '@/ui/layout.tsx';
import { BackLink, Failed, Loading, Page } from '@/ui/page.tsx';
import { PrintFrame } from '@/ui/print.tsx';
import { SaleType } from '@/ui/sales/sale-list.tsx';
import { PlainTag, StateTag } from '@/ui/tag.tsx';
import classes from './catalogue.module.css';
import { CatalogueLots } from './catalogue-lots.tsx';
import { FinanceCalculator, FinancePromotion } from './finance.tsx';

// Few people sell.
const AddLotButton = lazyPart(async () => (await import('@/features/sales/add-lot.tsx')).AddLotButton);

/** How often the sale is read again: its numbers change while one looks at its catalogue. ms. */
const RENEW_MS = 20_000;

// Prices are shown as they were read, then live.
const FollowSales = lazyPart(async () => (await import('@/lib/realtime/live-lots.tsx')).FollowSales);

// Documents are asked for once a page stands.
const SaleDocumentTools = lazyPart(
  async () => (await import('@/ui/documents/document-tools.tsx')).SaleDocumentTools,
);

function Badge({ auction }: { auction: AuctionSummary }) {
  if (auction.cancelled) return <StateTag mood="closed">Cancelled</StateTag>;
  if (auction.state === 'open') return <StateTag mood="open">AUCTION IS OPEN</StateTag>;
  if (auction.state === 'live') return <StateTag mood="live">AUCTION IS LIVE</StateTag>;
  return null;
}

/** What the clock says in the other states when the sale goes live. */
function Zones({ liveAt }: Pick<AuctionSummary, 'liveAt'>) {
  return (
    <dl className={classes.zones}>
      {DISPLAY_ZONES.map(({ name, zone }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="sy-number">{formatTimeIn(liveAt, zone)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The sale's description: cut, until all of it is asked for. */
function Description({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const { text: shown, hasMore } = preview(text, 'description');
  if (text === '') return null;
  return (
    <p>
      {whole ? text : shown}{' '}
      {hasMore && !whole && (
        <button type="button" className="sy-link sy-no-print" onClick={() => setWhole(true)}>
          ...Read More
        </button>
      )}
    </p>
  );
}

/** What staff announce in this sale. It is there before there is one, so that screen readers announce it. */
function Announcement({ text }: { text: string | null }) {
  return (
    <div aria-live="polite">
      {text !== null && (
        <p className={classes.announcement}>
          <IconInfoCircle size={ICON_SIZES.md} aria-hidden="true" />
          {text}
        </p>
      )}
    </div>
  );
}

function UsefulLinks({ links }: { links: AuctionSummary['usefulLinks'] }) {
  if (links.length === 0) return null;
  return (
    <Row as="section" gap="sm" aria-label="Useful links">
      {links.map(({ url, description }) => (
        <a key={`${url} ${description}`} href={url} target="_blank" rel="noopener noreferrer">
          {description || url}
        </a>
      ))}
    </Row>
  );
}

/** The way into the room, and the catalogue's documents. */
function Actions({ auction }: { auction: AuctionSummary }) {
  const me = useMe();
  const room = useServerLink(paths.liveRoom(auction));
  const canEnter = !auction.cancelled && (auction.state === 'open' || auction.state === 'live');
  return (
    <Row gap="sm" className={`${classes.actions} sy-no-print`}>
      {canEnter && (
        <Button
          component="a"
          variant="accent"
          size="md"
          {...room}
          target="_blank"
          rel="noopener"
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
      {isSeller(me) && (
        <Suspense fallback={null}>
          <AddLotButton auction={auction} />
        </Suspense>
      )}
      <div className={classes.documents}>
        <Suspense fallback={null}>
          <SaleDocumentTools auction={auction} content="catalogue" />
        </Suspense>
      </div>
    </Row>
  );
}

/** When the sale is, what it is, and what goes with it; on a phone all but the time opens by a press. */
function Particulars({ auction }: { auction: AuctionSummary }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.particulars} data-open={isOpen || undefined}>
      {auction.logo.url !== '' && <img className={classes.logo} src={auction.logo.url} alt="" />}
      <div>
        <div className={classes.when}>
          <time>{formatDateTime(auction.liveAt)} Sydney</time>
          <Zones liveAt={auction.liveAt} />
          <button
            type="button"
            className={`sy-link ${classes.unfold}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Times and details
          </button>
        </div>
        <div className={classes.folded}>
          {auction.additionalDateInfo.map(({ title, date }) => (
            <p key={`${title} ${date}`} className="sy-dim">
              {title}: {formatDateTime(date)} Sydney
            </p>
          ))}
          <Description text={auction.description} />
          <Row gap="sm">
            <UsefulLinks links={auction.usefulLinks} />
            <FinancePromotion />
          </Row>
        </div>
      </div>
    </div>
  );
}

/** /main/upcoming/{kindTitle}/{auctionNumber}: the catalogue of a sale. */
export function CatalogueScreen() {
  const { kindTitle = '', auctionNumber = '' } = useParams();
  const [search] = useSearchParams();
  const {
    data: auction,
    error,
    isPending,
    refetch,
  } = useQuery({
    ...catalogueQuery(auctionNumber),
    refetchInterval: RENEW_MS,
  });
  if (error instanceof ApiError && error.status === 404) return <Navigate to={paths.upcoming} replace />;
  if (auction !== undefined && !namesKind(kindTitle, auction)) {
    return <Navigate to={{ pathname: paths.catalogue(auction), search: search.toString() }} replace />;
  }
  const back = isFromWatchList(search) ? (
    <BackLink to={paths.watchList}>Back to Watch List</BackLink>
  ) : (
    <BackLink to={paths.upcoming}>Back to Auctions</BackLink>
  );
  return (
    <PrintFrame>
      <Page
        tight
        title={auction?.title ?? 'Catalogue'}
        before={
          <>
            {back}
            {auction && (
              <>
                <span>{auction.kindData.title}</span>
                <span>No. {auction.number}</span>
                {auction.public && (auction.state === 'live' || auction.state === 'closed') && (
                  <Link to={paths.fairness(auction)}>How this sale is run</Link>
                )}
              </>
            )}
          </>
        }
        beside={
          auction && (
            <>
              <Badge auction={auction} />
              <SaleType auction={auction} label={AUCTION_TYPES[auction.auctionType].label} />
              {auction.auctionTags.map(({ title }) => (
                <PlainTag key={title}>{title}</PlainTag>
              ))}
            </>
          )
        }
        aside={auction && <Actions auction={auction} />}
      >
        {isPending && <Loading label="Loading the catalogue…" />}
        {!isPending && auction === undefined && <Failed error={error} onRetry={() => void refetch()} />}
        {auction !== undefined && (
          <>
            <Announcement text={auction.notification} />
            <Particulars auction={auction} />
            {auction.showCalculator && <FinanceCalculator />}
            <Suspense fallback={null}>
              <FollowSales auctions={[auction]} />
            </Suspense>
            <CatalogueLots auction={auction} />
          </>
        )}
      </Page>
    </PrintFrame>
  );
}
