import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot, LotsPage } from '@saleyard/contract/lots.ts';
import { mayViewDetails } from '@saleyard/domain/auction/sale-settings.ts';
import { speciesOf } from '@saleyard/domain/listing/species.ts';
import { countOf, formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { lotLabel, notOffered } from '@saleyard/domain/presentation/lots.ts';
import { sectionsOf } from '@saleyard/domain/presentation/sections.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { ICON_SIZES, IconLayoutGrid, IconLayoutList } from '@/config/icons.ts';
import { comparedLots, paths } from '@/config/paths.ts';
import { SaveSearch } from '@/features/sales/saved-searches/save-search.tsx';
import { useNow } from '@/lib/clock.ts';
import { useKeptFilters } from '@/lib/kept-filters.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { openedFrom } from '@/lib/opened-from.ts';
import { isFirstRead } from '@/lib/query-client.ts';
import { toggled } from '@/lib/url-search.ts';
import { Button } from '@/ui/button.tsx';
import { SearchFilter, SortFilter } from '@/ui/filters/filter-bar.tsx';
import { useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { InfiniteList, useKeptPlace } from '@/ui/infinite-list.tsx';
import { Row } from '@/ui/layout.tsx';
import cards from '@/ui/lots/lot-card.module.css';
import { LotCard, NotOfferedCard } from '@/ui/lots/lot-card.tsx';
import { LotFilterPanel } from '@/ui/lots/lot-filter-panel.tsx';
import { useLotFilters } from '@/ui/lots/lot-filters.ts';
import { BusyRows, Empty, Loading, ReadRows } from '@/ui/page.tsx';
import { Popover } from '@/ui/popover.tsx';
import { DataTable } from '@/ui/table/data-table.tsx';
import classes from './catalogue.module.css';
import { CATALOGUE_SORTS, CATALOGUE_VIEW, catalogueLotsQuery } from './catalogue-queries.ts';
import { CompareButton, CompareTray } from './compare.tsx';

// Only those who sell copy lots.
const CopyLotButton = lazyPart(async () => (await import('@/ui/lots/copy-lot.tsx')).CopyLotButton);

/** Lots that the sale counts and its catalogue does not list yet are read again this often. ms. */
const LOTS_AWAITED_MS = 2_000;

/** Filters that are needed less often. */
const MORE = ['region', 'assessorType'] as const;
/** Filters that are the catalogue's own. */
const TEXT_FILTERS = ['q'] as const;
/** Whether details may be opened is looked at this often. ms. */
const WINDOW_CHECK_MS = 60_000;

/** How many lots and head fit the filters. */
function Matches({ table, all }: { table: LotsPage['totalTable']; all: number }) {
  const lots = table.reduce((sum, { counts }) => sum + counts.total, 0);
  const head = table.reduce((sum, { counts }) => sum + counts.heads, 0);
  return (
    <>
      <strong>
        {lots === all ? countOf(lots, 'lot') : `${formatCount(lots)} of ${countOf(all, 'lot')}`}
      </strong>{' '}
      {countOf(head, 'head', 'head')}
    </>
  );
}

/** The same by sex, beside the other tools of the list. */
function BySex({ table, children }: { table: LotsPage['totalTable']; children: ReactNode }) {
  return (
    <Row className={`${classes.totals} sy-no-print`}>
      {table.length > 0 && (
        <Popover className={classes.bySex} summary="By sex">
          <DataTable
            caption="The catalogue by sex"
            phone="table"
            rows={table}
            rowKey={({ sex }) => sex}
            columns={[
              { id: 'sex', header: 'Sex', rowHeader: true, cell: ({ sex }) => sex },
              { id: 'head', header: 'Head', align: 'end', cell: ({ counts }) => formatCount(counts.heads) },
              { id: 'lots', header: 'Lots', align: 'end', cell: ({ counts }) => formatCount(counts.total) },
            ]}
          />
        </Popover>
      )}
      {children}
    </Row>
  );
}

function ShowAs({ value, onChange }: { value: 'list' | 'grid'; onChange: (value: 'list' | 'grid') => void }) {
  const options = [
    { name: 'list', label: 'List', Icon: IconLayoutList },
    { name: 'grid', label: 'Grid', Icon: IconLayoutGrid },
  ] as const;
  return (
    <fieldset className={classes.show}>
      <legend className="sy-hidden">Show as</legend>
      {options.map(({ name, label, Icon }) => (
        <button
          key={name}
          type="button"
          aria-pressed={value === name}
          aria-label={label}
          title={label}
          onClick={() => onChange(name)}
        >
          <Icon size={ICON_SIZES.lg} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  );
}

/** Lots under the headings of their sections, as cards in a list or a grid. */
function Cards({
  lots,
  auction,
  grid,
  searched,
  onOpen,
  compared,
  onCompare,
}: {
  lots: readonly CatalogueLot[];
  auction: AuctionSummary;
  grid: boolean;
  searched: readonly string[];
  onOpen: () => void;
  compared: readonly number[];
  onCompare: (lot: number) => void;
}) {
  const now = useNow(WINDOW_CHECK_MS);
  const opens = mayViewDetails(auction, now);
  const [search] = useSearchParams();
  return sectionsOf(lots, auction).map(({ key, heading, rows }) => (
    <section key={key} aria-label={heading ?? 'Lots'} className={classes.section}>
      <h2 className={heading === null ? 'sy-hidden' : undefined}>{heading ?? 'Lots'}</h2>
      <div className={cards['list']} data-grid={grid || undefined}>
        {rows.map((lot) => {
          const why = notOffered(lot);
          return why !== null ? (
            <NotOfferedCard
              key={lot._id}
              lot={lot}
              auction={auction}
              why={why}
              actions={
                lot.mine &&
                lot.withdrawn && (
                  <Suspense fallback={null}>
                    <CopyLotButton
                      lot={lot._id}
                      kind={auction.kindData.type}
                      label={lotLabel(lot, auction)}
                    />
                  </Suspense>
                )
              }
            />
          ) : (
            <LotCard
              key={lot._id}
              lot={lot}
              auction={auction}
              to={opens ? paths.lot(auction, lot) : null}
              state={openedFrom('catalogue', search)}
              searched={searched}
              onOpen={onOpen}
              actions={
                opens && (
                  <CompareButton lot={lot} auction={auction} compared={compared} onCompare={onCompare} />
                )
              }
            />
          );
        })}
      </div>
    </section>
  ));
}

/** The lots of a catalogue, once the filters that were kept for it are in the address. */
export function CatalogueLots({ auction }: { auction: AuctionSummary }) {
  const isReady = useKeptFilters(`catalogue/${auction.searchNumber}`);
  return isReady ? <FilteredLots auction={auction} /> : <Loading label="Loading lots…" />;
}

/** Filters, order, totals, and the lots themselves, more of them as one scrolls. */
function FilteredLots({ auction }: { auction: AuctionSummary }) {
  const { filters, isFiltered } = useLotFilters();
  const { filters: view, setFilters: setView } = useUrlFilters(CATALOGUE_VIEW);
  const order = { field: view.sort, direction: view.direction, q: view.q.trim() };
  const isNarrowed = isFiltered || order.q !== '';
  const onOffer = auction.lotCount - auction.withdrawnCount;
  const query = useInfiniteQuery({
    ...catalogueLotsQuery(auction._id, filters, order),
    refetchInterval: ({ state }) =>
      !isNarrowed && onOffer > 0 && state.data?.pages[0]?.lots.length === 0 ? LOTS_AWAITED_MS : false,
  });
  const data = isFirstRead(query) ? undefined : query.data;
  const lots = data?.pages.flatMap((page) => page.lots) ?? [];
  const keepPlace = useKeptPlace(`catalogue/${auction.searchNumber}`, query, lots.length);
  const compared = comparedLots(view.compare);
  const searched = order.q === '' ? [] : order.q.split(/\s+/);
  const { clear } = useLotFilters();
  const clearSearch = () => setView({ q: '' });
  return (
    <>
      <div className={classes.toolbar}>
        <p role="status" className={classes.matches}>
          {data?.pages[0] && <Matches table={data.pages[0].totalTable} all={onOffer} />}
        </p>
        <LotFilterPanel choices={auction} more={MORE} also={TEXT_FILTERS}>
          <SearchFilter label="Find in this catalogue" value={view.q} onChange={(q) => setView({ q })} />
        </LotFilterPanel>
      </div>
      <BusyRows busy={query.isPlaceholderData}>
        {data?.pages[0] && (
          <BySex table={data.pages[0].totalTable}>
            <SaveSearch criteria={{ q: order.q, kind: speciesOf(auction.kindData.type), filters }} />
            <Row gap="sm" nowrap className={classes.order}>
              <SortFilter
                fields={CATALOGUE_SORTS}
                field={view.sort}
                direction={view.direction}
                onChange={(change) => setView('field' in change ? { sort: change.field } : change)}
              />
              <ShowAs value={view.show} onChange={(show) => setView({ show })} />
            </Row>
          </BySex>
        )}
      </BusyRows>
      <ReadRows query={query} label="Loading lots…">
        {() =>
          lots.length > 0 ? (
            <InfiniteList query={query} label="Loading lots…">
              <Cards
                lots={lots}
                auction={auction}
                grid={view.show === 'grid'}
                searched={searched}
                onOpen={keepPlace}
                compared={compared}
                onCompare={(lot) =>
                  setView((now) => ({ compare: toggled(comparedLots(now.compare), lot).join(',') }))
                }
              />
            </InfiniteList>
          ) : isNarrowed ? (
            <Empty title="There are no results for your search.">
              {isFiltered && (
                <Button variant="default" onClick={() => clear()}>
                  Show lots without these filters
                </Button>
              )}
              {order.q !== '' && (
                <Button variant="default" onClick={clearSearch}>
                  Show lots without “{order.q}”
                </Button>
              )}
            </Empty>
          ) : onOffer > 0 ? (
            <Loading label="Loading lots…" />
          ) : (
            <Empty title="Catalogue is being compiled. Check back later." />
          )
        }
      </ReadRows>
      {compared.length > 0 && (
        <CompareTray
          auction={auction}
          compared={compared}
          onOpen={keepPlace}
          onClear={() => setView({ compare: '' })}
        />
      )}
    </>
  );
}
