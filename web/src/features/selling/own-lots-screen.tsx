import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import { DRAFT_MODES, type OwnListing, SHOW_MODES } from '@saleyard/contract/selling.ts';
import { countOf, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { LISTING_LABELS } from '@saleyard/domain/presentation/listings.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { placeOf, titleOf } from '@/lib/labels.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/choices.tsx';
import { MessageDialog } from '@/ui/dialog.tsx';
import { type Days, DaysForm } from '@/ui/filters/days-filter.tsx';
import { FilterBar, SearchFilter } from '@/ui/filters/filter-bar.tsx';
import { LinkFilter, useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { Select } from '@/ui/inputs.tsx';
import { Text } from '@/ui/layout.tsx';
import { CopyLotButton } from '@/ui/lots/copy-lot.tsx';
import { BackLink, Empty, Page, ReadRows } from '@/ui/page.tsx';
import { useQuestion } from '@/ui/question-dialog.tsx';
import { PlainTag } from '@/ui/tag.tsx';
import { SaleGroups } from './sale-groups.tsx';
import classes from './selling.module.css';
import { type OwnLotsShown, ownLotsQuery } from './selling-queries.ts';

const SOUGHT = { search: 'text', vendor: 'text', state: 'text' } as const;
const SHOW = { show: [...new Set([...SHOW_MODES, ...DRAFT_MODES])], ...SOUGHT } as const;
const SHOWN_DRAFTS = [
  { value: 'all', label: 'All' },
  { value: 'draft', label: 'Not submitted' },
  { value: 'returned', label: 'Sent back' },
] as const;
const SHOWN_SUBMITTED = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'submitted', label: 'Submitted' },
  { value: 'withdrawn', label: 'Withdrawn' },
] as const;

// Loaded when several lots are worked on at once.
const SittingDialog = lazyPart(async () => (await import('./lots-sitting.tsx')).SittingDialog);
const DatesDialog = lazyPart(async () => (await import('./lots-dates.tsx')).DatesDialog);

/** What a lot is called in a list: what its seller wrote, or its number. */
const nameOf = (lot: OwnListing): string =>
  lot.publicDetails.title === '' ? `Lot ${lot.searchNumericId}` : titleOf(lot, lot.count ?? 0);

/** What the seller does with their lot, once they said yes. */
type Way = 'delete' | 'withdraw' | 'recall';

/** After a question: deletes or withdraws a lot, or takes it out of the queue to be corrected. */
function useRemoval() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { ask, question } = useQuestion();
  const removal = useMutation({
    mutationFn: ({ lot, how }: { lot: OwnListing; how: Way }) => {
      const params = { lot: lot._id };
      if (how === 'recall') return call(sellingOperations.recallListing, { params, body: {} });
      return how === 'delete'
        ? call(sellingOperations.deleteListing, { params })
        : call(sellingOperations.withdrawListing, { params, body: {} });
    },
    onSuccess: (_done, { lot, how }) => {
      const { auctionData, kindData } = lot;
      if (how === 'recall' && auctionData) void navigate(paths.newLot({ ...auctionData, kindData }, lot));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['selling'] }),
  });
  const asked = {
    recall: {
      title: 'Correct this lot',
      message: 'It leaves the queue for approval until you submit it again.',
      yes: 'Correct it',
      danger: false,
    },
    delete: {
      title: 'Delete',
      message: 'Are you sure you want to delete this Lot?',
      yes: 'Delete',
      danger: true,
    },
    withdraw: {
      title: 'Withdraw',
      message: 'Are you sure you want to withdraw this Lot? Buyers then see that it is withdrawn.',
      yes: 'Withdraw',
      danger: true,
    },
  } as const;
  return {
    remove: (lot: OwnListing, how: Way) => ask(asked[how], () => removal.mutate({ lot, how })),
    dialogs: (
      <>
        {question}
        {removal.error && (
          <MessageDialog
            title="Not done"
            message={errorTextOf(removal.error).message}
            onClose={() => removal.reset()}
          />
        )}
      </>
    ),
  };
}

function Lot({
  lot,
  onRemove,
  chosen,
}: {
  lot: OwnListing;
  onRemove: (how: Way) => void;
  /** Where several lots can be chosen: whether this one is, and what changes that. */
  chosen?: { isChosen: boolean; onChoose: (isChosen: boolean) => void };
}) {
  const { auctionData, phase, publicDetails, bidding } = lot;
  const name = nameOf(lot);
  const address = auctionData && { ...auctionData, kindData: lot.kindData };
  const { age } = publicDetails.summary;
  const isWithdrawn = phase === 'withdrawn';
  return (
    <li className={`${classes.lot} sy-panel`} data-phase={phase}>
      <Text as="h3" size="md" weight="bold" anywhere>
        {name}
      </Text>
      {chosen && (
        <Checkbox
          label="Choose"
          aria-label={`Choose ${name}`}
          checked={chosen.isChosen}
          onChange={({ currentTarget }) => chosen.onChoose(currentTarget.checked)}
        />
      )}
      <p className={classes.facts}>
        <PlainTag>{LISTING_LABELS[phase]}</PlainTag>
        {[placeOf(lot), age].filter(Boolean).map((text) => (
          <span key={text}>{text}</span>
        ))}
        {lot.startPrice !== null && bidding !== null && (
          <span>Start {formatPriceWithUnit(lot.startPrice, bidding)}</span>
        )}
      </p>
      {isWithdrawn && <p>Withdrawn from Auction</p>}
      {lot.reason && (phase === 'refused' || isWithdrawn) && <p role="note">{lot.reason}</p>}
      <p className={classes.facts}>
        {!isWithdrawn && <span>Views {lot.totalPageViews}</span>}
        {!isWithdrawn && <span>Watching {lot.watchCount}</span>}
        {publicDetails.vendorName && <span>Vendor {publicDetails.vendorName}</span>}
      </p>
      <div className={classes.ways}>
        {lot.draft && address && (
          <Link to={paths.newLot(address, lot)} aria-label={`Edit ${name}`}>
            Edit
          </Link>
        )}
        {!lot.draft && address && (
          <Link to={paths.ownLot(address, lot)} aria-label={`View Details of ${name}`}>
            View Details
          </Link>
        )}
        {lot.mayEditLate && address && (
          <Link to={paths.editLate(address, lot)} aria-label={`Edit Price of ${name}`}>
            Edit Price
          </Link>
        )}
        {isWithdrawn && <CopyLotButton lot={lot._id} kind={lot.kindData.type} label={name} />}
        {phase === 'submitted' && address && lot.auctionData?.state === 'future' && (
          <Button variant="default" aria-label={`Correct ${name}`} onClick={() => onRemove('recall')}>
            Correct
          </Button>
        )}
        {(lot.draft || phase === 'submitted') && (
          <Button variant="default" aria-label={`Delete ${name}`} onClick={() => onRemove('delete')}>
            Delete
          </Button>
        )}
        {phase === 'approved' && lot.mayWithdraw && (
          <Button variant="default" aria-label={`Withdraw ${name}`} onClick={() => onRemove('withdraw')}>
            Withdraw
          </Button>
        )}
      </div>
    </li>
  );
}

const NOTHING = {
  drafts: 'You currently have no Lots to edit.',
  submissions: 'There are currently no lots in this section.',
} as const;

function OwnLots({ which }: { which: 'submissions' | 'drafts' }) {
  const { filters, setFilters, hrefWith } = useUrlFilters(SHOW);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // The lots as they were chosen: those that are submitted leave the list.
  const [doing, setDoing] = useState<{ what: 'submit' | 'dates'; lots: readonly OwnListing[] } | null>(null);
  const [days, setDays] = useState<Days>({ from: '', to: '' });
  const listed = {
    ...(days.from !== '' && { startDay: days.from }),
    ...(days.to !== '' && { endDay: days.to }),
    ...(filters.search.trim() !== '' && { search: filters.search }),
    ...(filters.vendor !== '' && { vendor: filters.vendor }),
    ...(filters.state !== '' && { state: filters.state }),
  };
  const shown: OwnLotsShown =
    which === 'drafts'
      ? { which, showMode: DRAFT_MODES.find((mode) => mode === filters.show) ?? 'all' }
      : { which, showMode: SHOW_MODES.find((mode) => mode === filters.show) ?? 'all' };
  const query = useInfiniteQuery(ownLotsQuery(shown, listed));
  const { remove, dialogs } = useRemoval();
  const vendors = query.data?.pages[0]?.vendors ?? [];
  const states = query.data?.pages[0]?.states ?? [];
  const isSought = shown.showMode !== 'all' || Object.keys(listed).length > 0;
  return (
    <div className={classes.tapped}>
      <DaysForm days={days} onChange={setDays} />
      <FilterBar>
        <SearchFilter
          label="Find by title, vendor, town, sale or number"
          value={filters.search}
          onChange={(search) => setFilters({ search })}
        />
        {(vendors.length > 1 || filters.vendor !== '') && (
          <Select
            label="Vendor"
            value={filters.vendor}
            options={[
              { value: '', label: 'All vendors' },
              ...vendors.map((vendor) => ({ value: vendor, label: vendor })),
            ]}
            onChange={({ currentTarget }) => setFilters({ vendor: currentTarget.value })}
          />
        )}
        {(states.length > 1 || filters.state !== '') && (
          <Select
            label="State"
            value={filters.state}
            options={[
              { value: '', label: 'All states' },
              ...states.map((state) => ({ value: state, label: state })),
            ]}
            onChange={({ currentTarget }) => setFilters({ state: currentTarget.value })}
          />
        )}
      </FilterBar>
      <div className={classes.shown}>
        <LinkFilter
          label="Show"
          options={which === 'drafts' ? SHOWN_DRAFTS : SHOWN_SUBMITTED}
          value={shown.showMode}
          hrefOf={(show) => hrefWith({ show })}
        />
      </div>
      <ReadRows query={query} label="Loading your lots…">
        {({ pages }) => {
          const lots = pages.flatMap((page) => page.lots);
          if (lots.length === 0) return <Empty title={isSought ? 'No lot fits.' : NOTHING[which]} />;
          const picked = lots.filter(({ _id }) => chosen.has(_id));
          const pick = (ids: readonly string[], isChosen: boolean) => {
            const next = new Set(chosen);
            for (const id of ids) isChosen ? next.add(id) : next.delete(id);
            setChosen(next);
          };
          return (
            <>
              <SaleGroups lots={lots}>
                {(lot) => (
                  <Lot
                    key={lot._id}
                    lot={lot}
                    onRemove={(how) => remove(lot, how)}
                    {...(which === 'drafts' && {
                      chosen: {
                        isChosen: chosen.has(lot._id),
                        onChoose: (isChosen: boolean) => pick([lot._id], isChosen),
                      },
                    })}
                  />
                )}
              </SaleGroups>
              {which === 'drafts' && (
                <div className={classes.chosenBar}>
                  <span role="status">{`${countOf(picked.length, 'lot')} chosen`}</span>
                  <Button
                    variant="default"
                    onClick={() =>
                      pick(
                        lots.map(({ _id }) => _id),
                        picked.length < lots.length,
                      )
                    }
                  >
                    {picked.length < lots.length ? 'Choose all shown' : 'Choose none'}
                  </Button>
                  <Button
                    variant="default"
                    disabled={picked.length === 0}
                    onClick={() => setDoing({ what: 'dates', lots: picked })}
                  >
                    Set dates
                  </Button>
                  <Button
                    disabled={picked.length === 0}
                    onClick={() => setDoing({ what: 'submit', lots: picked })}
                  >
                    Sign and submit
                  </Button>
                </div>
              )}
              {query.hasNextPage && (
                <Button
                  variant="default"
                  className={classes.more}
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  Show More Lots
                </Button>
              )}
            </>
          );
        }}
      </ReadRows>
      {dialogs}
      {doing !== null && (
        <Suspense fallback={null}>
          {doing.what === 'submit' ? (
            <SittingDialog lots={doing.lots} onClose={() => setDoing(null)} />
          ) : (
            <DatesDialog lots={doing.lots} onClose={() => setDoing(null)} />
          )}
        </Suspense>
      )}
    </div>
  );
}

const back = <BackLink to={paths.myAdmin}>Back to My Admin</BackLink>;

/** My Submitted Lots: what a seller has submitted and how it stands. */
export function SubmittedLotsScreen() {
  return (
    <Page title="My Submitted Lots" before={back}>
      <OwnLots which="submissions" />
    </Page>
  );
}

/** Edit Saved Lots: a seller's drafts, and what was sent back. */
export function SavedLotsScreen() {
  return (
    <Page title="Edit Saved Lots" before={back}>
      <OwnLots which="drafts" />
    </Page>
  );
}
