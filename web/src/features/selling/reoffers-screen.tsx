import type { ReofferableListing } from '@saleyard/contract/selling.ts';
import { REOFFER_DAYS } from '@saleyard/domain/listing/stock.ts';
import { formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { ICON_SIZES, IconArrowLeft } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { CATEGORIES, CATEGORY_FILTER, placeOf, preview, titleOf } from '@/lib/labels.ts';
import { useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { LinkFilter, useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { InfiniteList } from '@/ui/infinite-list.tsx';
import { Row, Text } from '@/ui/layout.tsx';
import { Empty, Page, ReadRows } from '@/ui/page.tsx';
import { PlainTag, Tag } from '@/ui/tag.tsx';
import { KindIcon } from './kind-icon.tsx';
import { SaleGroups } from './sale-groups.tsx';
import classes from './selling.module.css';
import { reoffersQuery } from './selling-queries.ts';

/** What became of a lot: "No Bids", "Passed In $1,240.00 per head". */
function closedText({ status, closedPrice, bidding }: ReofferableListing): string {
  const label = RESULT_LABELS[status];
  if (status === 'noBid' || closedPrice === null) return label;
  return `${label} ${formatPriceWithUnit(closedPrice, bidding ?? 'head')}`;
}

function Comment({ text, to }: { text: string; to: string }) {
  const { text: shown, hasMore } = preview(text, 'comment');
  if (shown === '') return null;
  return (
    <div className={classes.comment}>
      <p>{shown}</p>
      {hasMore && <Link to={to}>...Read More</Link>}
    </div>
  );
}

function Lot({ lot }: { lot: ReofferableListing }) {
  const me = useMe();
  const navigate = useNavigate();
  const { auctionData, kindData, publicDetails } = lot;
  if (auctionData === null) return null;
  const address = { ...auctionData, kindData };
  const name = [titleOf(lot, lot.count ?? 0), publicDetails.summary.age, lot.additionalTitle]
    .filter(Boolean)
    .join(', ');
  return (
    <li className={`${classes.lot} sy-panel`} data-lot={lot._id}>
      <Row gap="sm" across="md" className={classes.lotHead}>
        <KindIcon kind={kindData.type} size={ICON_SIZES.xl} />
        <div>
          <Text as="h3" size="md" weight="bold" anywhere>
            {name}
          </Text>
          <p className="sy-dim">{placeOf(lot)}</p>
        </div>
        {me?.logo && <img src={me.logo.url} alt={`Logo of ${me.tradingName || me.firstName}`} />}
      </Row>
      <p className={classes.facts}>
        <Tag tone={lot.status === 'passed' ? 'open' : 'closed'}>{closedText(lot)}</Tag>
        {lot.createdBy === me?._id && <PlainTag>My Listing</PlainTag>}
        {publicDetails.vendorName && <span>Vendor {publicDetails.vendorName}</span>}
      </p>
      <Comment text={publicDetails.agentComment} to={paths.ownLot(address, lot, { fromReoffers: true })} />
      <div className={classes.ways}>
        <Button
          aria-label={`Edit & Reoffer ${name}`}
          onClick={() => void navigate(paths.editReoffer(address, lot))}
        >
          Edit & Reoffer
        </Button>
        <Link to={paths.ownLot(address, lot, { fromReoffers: true })} aria-label={`View Details of ${name}`}>
          View Details
        </Link>
      </div>
    </li>
  );
}

/** Goes one step back in the browser's history; to My Admin where there is no step. */
function BackToMyAdmin() {
  const navigate = useNavigate();
  const back = () => {
    const { idx } = (window.history.state ?? {}) as { idx?: number };
    void (idx ? navigate(-1) : navigate(paths.myAdmin));
  };
  return (
    <button type="button" className={classes.back} onClick={back}>
      <IconArrowLeft size={ICON_SIZES.md} aria-hidden="true" />
      Back to My Admin
    </button>
  );
}

/** My Reoffers: unsold lots of sales that closed in the last days. */
export function ReoffersScreen() {
  const { filters, hrefWith } = useUrlFilters(CATEGORY_FILTER);
  const query = useInfiniteQuery(reoffersQuery(filters.category));
  return (
    <Page title="My Reoffers" before={<BackToMyAdmin />}>
      <p>Lots that did not sell can be offered again for {REOFFER_DAYS} days after their auction closed.</p>
      <LinkFilter
        label="Kind"
        options={CATEGORIES}
        value={filters.category}
        hrefOf={(category) => hrefWith({ category })}
      />
      <ReadRows query={query} label="Loading your lots…">
        {({ pages }) => {
          const lots = pages.flatMap((page) => page.lots);
          if (lots.length === 0)
            return filters.category === 'all' ? (
              <Empty title="You currently have no Lots to reoffer." />
            ) : (
              <Empty title="No lot fits.">
                <Link to="?">Show all categories</Link>
              </Empty>
            );
          return (
            <InfiniteList query={query} label="Loading your lots…">
              <SaleGroups lots={lots}>{(lot) => <Lot key={lot._id} lot={lot} />}</SaleGroups>
            </InfiniteList>
          );
        }}
      </ReadRows>
    </Page>
  );
}
