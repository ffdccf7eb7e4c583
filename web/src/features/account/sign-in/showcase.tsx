import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { lotLabel } from '@saleyard/domain/presentation/lots.ts';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { placeOf, titleOf } from '@/lib/labels.ts';
import { LotStanding } from '@/ui/lots/lot-standing.tsx';
import { inSizes } from '@/ui/picture.tsx';
import { AwaitedLots } from './awaited-lots.tsx';
import classes from './sign-in.module.css';

/** Lots that are shown, one of each of so many sales where there are as many. */
const SHOWN = 3;
/** Prices are read again this often. ms. */
const RENEW_MS = 10_000;

/** The first lots of a public sale that can still be bid on. */
const firstLotsQuery = (auction: AuctionSummary) =>
  queryOptions({
    queryKey: ['showcase', auction._id, auction.state],
    queryFn: async ({ signal }): Promise<readonly CatalogueLot[]> => {
      const state = auction.state === 'live' ? 'live' : 'future,open,live,futureInLive';
      const query = { state, limit: SHOWN, page: 1 };
      return (await call(lotOperations.lotsPublicInfo, { params: { auction: auction._id }, query, signal }))
        .lots;
    },
    refetchInterval: RENEW_MS,
  });

/** Lots from the sales in turn, until there are enough: those with a picture. */
function shownLots<Sale>(
  lots: readonly (readonly [Sale, readonly CatalogueLot[]])[],
): (readonly [Sale, CatalogueLot])[] {
  const shown: (readonly [Sale, CatalogueLot])[] = [];
  for (let turn = 0; turn < SHOWN; turn += 1)
    for (const [sale, all] of lots) {
      const lot = all.filter(({ media, withdrawn }) => media.length > 0 && !withdrawn)[turn];
      if (lot && shown.length < SHOWN) shown.push([sale, lot]);
    }
  return shown;
}

/** Three lots of the public sales, with their pictures, prices and time; each opens the room at the lot. */
export function Showcase({ sales }: { sales: readonly AuctionSummary[] }) {
  const chosen = sales.slice(0, SHOWN);
  const reads = useQueries({ queries: chosen.map(firstLotsQuery) });
  const lots = shownLots(chosen.map((sale, index) => [sale, reads[index]?.data ?? []] as const));
  return (
    <ul
      className={classes.showcase}
      aria-label="Lots on offer"
      data-stale={reads.some(({ isRefetchError }) => isRefetchError) || undefined}
    >
      {lots.map(([auction, lot], place) => (
        <li key={lot._id}>
          <a href={paths.liveRoom(auction, lot._id)} target="_blank" rel="noopener">
            <img
              {...inSizes(lot.media[0]?.thumbnail ?? '', '16rem')}
              width={256}
              height={128}
              alt=""
              decoding="async"
              fetchPriority={place === 0 ? 'high' : 'auto'}
            />
            <span className="sy-dim">
              {lotLabel(lot, auction)} {placeOf(lot)}
            </span>
            <strong>{titleOf(lot, lot.count)}</strong>
            <LotStanding lot={lot} auction={auction} />
          </a>
        </li>
      ))}
      {reads.some(({ isPending }) => isPending) && <AwaitedLots count={SHOWN - lots.length} />}
    </ul>
  );
}
