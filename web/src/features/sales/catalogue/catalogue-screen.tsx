import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { DISPLAY_ZONES, formatDateTime, formatTimeIn } from '@saleyard/domain/presentation/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import {
  ICON_SIZES,
  ICON_STROKES,
  IconArrowUpRight,
  IconCalendarPlus,
  IconInfoCircle,
} from '@/config/icons.ts';
import { isFromWatchList, namesKind, paths } from '@/config/paths.ts';
import { fileAddress } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { catalogueQuery } from '@/lib/auctions.ts';
import { useServerLink } from '@/lib/away.ts';
import { preview } from '@/lib/labels.ts';
import { isSeller, useMe } from '@/lib/session.ts';
import { BackLink, Failed, Loading, Page } from '@/ui/page.tsx';
import { PrintFrame } from '@/ui/print.tsx';
import { PlainTag, StateTag } from '@/ui/tag.tsx';
import classes from './catalogue.module.css';
import { CatalogueLots } from './catalogue-lots.tsx';
import { FinanceCalculator, FinancePromotion } from './finance.tsx';

// Few people sell.
const AddLotButton = lazy(async () => ({
  default: (await import('@/features/sales/add-lot.tsx')).AddLotButton,
}));

// Documents are asked for once a page stands.
const SaleDocumentTools = lazy(async () => ({
  default: (await import('@/ui/documents/document-tools.tsx')).SaleDocumentTools,
}));

function Badge({ auction }: { auction: AuctionSummary }) {
  if (auction.cancelled) return <StateTag mood="closed">Cancelled</StateTag>;
  if (auction.state === 'open') return <StateTag mood="open">AUCTION IS OPEN</StateTag>;
  if (auction.state === 'live') return <StateTag mood="live">AUCTION IS LIVE</StateTag>;
  return null;
}

/** When the sale goes live: in Sydney, and what the clock says then in the other states. */
function When({ liveAt }: Pick<AuctionSummary, 'liveAt'>) {
  return (
    <div className={classes.when}>
      <time>{formatDateTime(liveAt)} Sydney</time>
      <dl className={classes.zones}>
        {DISPLAY_ZONES.map(({ name, zone }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="sy-number">{formatTimeIn(liveAt, zone)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The sale's description: cut, until all of it is asked for. */
function Description({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const { text: shown, hasMore } = preview(text, 'description');
  if (text === '') return null;
  return (
    <p className={classes.description}>
      {whole ? text : shown}
      {hasMore && !whole && (
        <button type="button" className="sy-no-print" onClick={() => setWhole(true)}>
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
    <section aria-label="Useful links" className={classes.links}>
      <h2>Useful Links</h2>
      <ul>
        {links.map(({ url, description }) => (
          <li key={`${url} ${description}`}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {description || url}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Header({ auction }: { auction: AuctionSummary }) {
  const room = useServerLink(paths.liveRoom(auction));
  const calendar = useServerLink(
    fileAddress(auctionOperations.auctionCalendar, { params: { auction: auction._id } }),
  );
  const canEnter = !auction.cancelled && (auction.state === 'open' || auction.state === 'live');
  return (
    <div className={classes.header}>
      {auction.logo.url !== '' && <img className={classes.logo} src={auction.logo.url} alt="" />}
      <div className={classes.particulars}>
        <p className={classes.tags}>
          <Badge auction={auction} />
          <PlainTag>{auction.kindData.title}</PlainTag>
          <PlainTag title={AUCTION_TYPES[auction.auctionType].explained}>
            {AUCTION_TYPES[auction.auctionType].label}
          </PlainTag>
          {auction.auctionTags.map(({ title }) => (
            <PlainTag key={title}>{title}</PlainTag>
          ))}
          <span className="sy-dim">No. {auction.number}</span>
        </p>
        <When liveAt={auction.liveAt} />
        {auction.additionalDateInfo.map(({ title, date }) => (
          <p key={`${title} ${date}`} className="sy-dim">
            {title}: {formatDateTime(date)} Sydney
          </p>
        ))}
        <Description text={auction.description} />
        {auction.state !== 'closed' && !auction.cancelled && (
          <p className="sy-no-print">
            <a className={classes.calendar} {...calendar} download>
              <IconCalendarPlus size={ICON_SIZES.md} aria-hidden="true" />
              Add to Calendar
            </a>
          </p>
        )}
      </div>
      {canEnter && (
        <a className={classes.enter} {...room} target="_blank" rel="noopener">
          Enter Auction
          <IconArrowUpRight
            size={ICON_SIZES.md}
            stroke={ICON_STROKES.bold}
            aria-label="(opens a new window)"
          />
        </a>
      )}
    </div>
  );
}

/** /main/upcoming/{kindTitle}/{auctionNumber}: the catalogue of a sale. */
export function CatalogueScreen() {
  const { kindTitle = '', auctionNumber = '' } = useParams();
  const [search] = useSearchParams();
  const me = useMe();
  const { data: auction, error, isPending, refetch } = useQuery(catalogueQuery(auctionNumber));
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
      <Page title={auction?.title ?? 'Catalogue'} before={back}>
        {isPending && <Loading label="Loading the catalogue…" />}
        {!isPending && auction === undefined && <Failed error={error} onRetry={() => void refetch()} />}
        {auction !== undefined && (
          <>
            <Announcement text={auction.notification} />
            <Header auction={auction} />
            <div className={classes.documents}>
              {isSeller(me) && (
                <Suspense fallback={null}>
                  <AddLotButton auction={auction} />
                </Suspense>
              )}
              <Suspense fallback={null}>
                <SaleDocumentTools auction={auction} content="catalogue" />
              </Suspense>
            </div>
            <UsefulLinks links={auction.usefulLinks} />
            <FinancePromotion />
            {auction.showCalculator && <FinanceCalculator />}
            <CatalogueLots auction={auction} />
          </>
        )}
      </Page>
    </PrintFrame>
  );
}
