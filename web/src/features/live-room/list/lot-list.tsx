import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type GridState, useRoomActions } from '@/features/live-room/room/room-context.tsx';
import type { Room } from '@/features/live-room/room/use-room.ts';
import {
  partOf,
  type RoomLot,
  resultMessage,
  type SaleClock,
  type Viewer,
} from '@/features/live-room/rules/lot-state.ts';
import { turnsOf } from '@/features/live-room/rules/lots-shown.ts';
import { useElementSize } from '@/lib/element-size.ts';
import classes from './lot-list.module.css';
import {
  LotBadges,
  LotClock,
  LotPicture,
  LotPrice,
  LotTurn,
  lotFacts,
  lotPlace,
  lotSentence,
  lotTitle,
  OwnMaximum,
  StandingMark,
  WatchButton,
} from './lot-marks.tsx';

/** How tiles look: as the viewer chose, where a list on a phone is a dense one. */
type TileGrid = GridState | 'dense';

type LotTileProps = {
  lot: RoomLot;
  auction: SaleClock;
  viewer: Viewer;
  grid: TileGrid;
  selected: boolean;
  stale: boolean;
  signedIn: boolean;
  /** A bid of the viewer's on this lot is on its way. */
  pending: boolean;
  /** The most that the viewer's auto-bid goes to, cents; null when none bids. */
  maximum: number | null;
  /** How many lots are sold before this one, and about when it begins; null for a lot that is not to come. */
  before: number | null;
  beginsAt: number | null;
  position: number;
  setSize: number;
};

/** A lot's state: what became of it, or its badges. */
function LotState({ lot, auction, viewer }: Pick<LotTileProps, 'lot' | 'auction' | 'viewer'>) {
  const result = resultMessage(lot, viewer);
  return (
    <span className={classes.badges}>
      {result === null ? (
        <LotBadges lot={lot} auction={auction} />
      ) : (
        <span className={classes.result}>{result}</span>
      )}
    </span>
  );
}

/** Whether the viewer leads on a lot, or that their bid is on its way, and their own maximum. */
function Standing({ lot, viewer, pending, maximum }: LotTileProps) {
  return (
    <>
      {pending ? (
        <span className={classes.pending}>Bid on its way…</span>
      ) : (
        <StandingMark part={partOf(lot, viewer)} />
      )}
      {maximum !== null && <OwnMaximum cents={maximum} unit={lot.bidding} />}
    </>
  );
}

/** What a card and a wide row hold. */
function TileContent(props: LotTileProps & { pick: ReactNode }) {
  const { lot, auction, grid, stale, before, beginsAt, pick } = props;
  return (
    <>
      {grid === 'default' && <LotPicture lot={lot} />}
      <span className={classes.number}>{lot.number}</span>
      <div className={classes.about}>
        {pick}
        {lot.details?.additionalTitle && <span className={classes.more}>{lot.details.additionalTitle}</span>}
        <span className={classes.facts}>{lotFacts(lot).join(' · ')}</span>
        <span className={classes.place}>{lotPlace(lot)}</span>
      </div>
      <div className={classes.marks}>
        <LotState {...props} />
        <LotClock lot={lot} auction={auction} />
        {before !== null && <LotTurn before={before} beginsAt={beginsAt} />}
      </div>
      <div className={classes.deal}>
        <LotPrice lot={lot} stale={stale} />
      </div>
      <div className={classes.stand}>
        <Standing {...props} />
      </div>
    </>
  );
}

/** A phone's row: two lines to know the lot by, one line of what changes. Its height never does. */
function DenseContent(props: LotTileProps & { pick: ReactNode }) {
  const { lot, auction, stale, before, beginsAt, pick } = props;
  return (
    <>
      <div className={classes.known}>
        <p className={classes.line}>
          <span className={classes.number}>{lot.number}</span>
          {pick}
        </p>
        <p className={classes.line}>
          <Standing {...props} />
          {before !== null && <LotTurn before={before} beginsAt={beginsAt} />}
          <span className={classes.facts}>{[...lotFacts(lot), lotPlace(lot)].join(' · ')}</span>
        </p>
      </div>
      <div className={classes.changes}>
        <LotClock lot={lot} auction={auction} />
        <LotState {...props} />
        <LotPrice lot={lot} stale={stale} />
      </div>
    </>
  );
}

/** One lot of the list: a card, or a row. Its whole face selects it. */
const LotTile = memo(function LotTile(props: LotTileProps) {
  const { lot, viewer, grid, selected, signedIn, position, setSize } = props;
  const { select } = useRoomActions();
  const part = partOf(lot, viewer);
  const pick = (
    <button
      type="button"
      className={classes.pick}
      data-lot={lot._id}
      aria-current={selected || undefined}
      aria-label={lotSentence(lot, part)}
      onClick={() => select(lot._id)}
    >
      {lotTitle(lot)}
    </button>
  );
  const Content = grid === 'dense' ? DenseContent : TileContent;
  return (
    // biome-ignore lint/a11y/useSemanticElements: between list and items stand the rows of the virtual list.
    <div
      role="listitem"
      aria-setsize={setSize}
      aria-posinset={position}
      className={classes.tile}
      data-grid={grid}
      data-part={part}
      data-selected={selected || undefined}
      data-over={lot.state === 'closed' || lot.withdrawn || undefined}
    >
      <Content {...props} pick={pick} />
      {signedIn && (
        <span className={classes.watch}>
          <WatchButton lot={lot._id} number={lot.number} watching={viewer.watching.has(lot._id)} compact />
        </span>
      )}
    </div>
  );
});

/** The narrowest a card may be, and how high a row of lots is until it has been measured, px. */
const NARROWEST = {
  default: 250,
  'no-image': 250,
  list: Number.POSITIVE_INFINITY,
  dense: Number.POSITIVE_INFINITY,
} as const;
const ROW_HEIGHT = { default: 400, 'no-image': 172, list: 64, dense: 86 } as const;
const GAP = { default: 12, 'no-image': 10, list: 4, dense: 4 } as const;

/** Which lots have a bid of the viewer's on its way. */
function usePending(): (lot: string) => boolean {
  const { bidStore } = useRoomActions();
  // A string, so that nothing renders again while the same lots are pending.
  const pending = useSyncExternalStore(bidStore.watch, () => bidStore.pending.join(' '));
  return (lot) => pending !== '' && pending.split(' ').includes(lot);
}

/** What the viewer's auto-bid on a lot goes to, while it bids. */
function maximumOf(room: Room, { _id, state }: RoomLot): number | null {
  return state !== 'closed' && room.viewer.autoBidding.has(_id)
    ? (room.autoBids.get(_id)?.cents ?? null)
    : null;
}

/** How far one scrolls before what is above the list folds away, or comes back, px. */
const FOLD_STEP = 8;

/** Whether what is above the list is folded away: it is while one scrolls down, and comes back on the way up. */
function useFolded(scroller: RefObject<HTMLElement | null>, height: number) {
  const [folded, setFolded] = useState(false);
  const from = useRef(0);
  /** The list is taken to a lot by the page: nothing folds away for that. */
  const taken = useRef(false);
  const onScroll = () => {
    const at = scroller.current?.scrollTop ?? 0;
    const moved = at - from.current;
    if (taken.current) {
      taken.current = false;
      from.current = at;
      return;
    }
    if (at > height && Math.abs(moved) < FOLD_STEP) return;
    from.current = at;
    setFolded(height > 0 && at > height && moved > 0);
  };
  const beTaken = useCallback(() => {
    taken.current = true;
  }, []);
  return { folded, onScroll, beTaken };
}

/** Why no lot is shown: none are entered yet, they are still read, or none fits the tab. */
function emptyText({ auction, lots }: Room): string {
  if (lots.length > 0) return 'There are no lots here.';
  return auction.lotCount > 0 ? 'Loading lots…' : 'Catalogue is being compiled. Check back later.';
}

/**
 * The lots of a tab: only those in sight are in the page. The row that holds the focus stays in it. `above` stands over
 * the list and folds away on scrolling: what makes room for lots on a phone.
 */
export const LotList = memo(function LotList({
  room,
  lots,
  label,
  grid,
  selected,
  startAt,
  stale,
  above,
}: {
  room: Room;
  lots: readonly RoomLot[];
  /** The tab that the list belongs to. */
  label: string;
  grid: TileGrid;
  selected: string | null;
  /** The lot that the list begins at while none is selected; later ones change nothing. */
  startAt: string | null;
  stale: boolean;
  above: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const size = useElementSize<HTMLDivElement>();
  const measure = size.ref;
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      scroller.current = element;
      return measure(element);
    },
    [measure],
  );
  const fold = useElementSize<HTMLDivElement>();
  const margin = above === null ? 0 : fold.height;
  const { folded, onScroll, beTaken } = useFolded(scroller, margin);
  const columns = Math.max(1, Math.floor((size.width + GAP[grid]) / (NARROWEST[grid] + GAP[grid])));
  const focused = useRef<number | null>(null);
  const rangeExtractor = useCallback((range: Range) => {
    const rows = defaultRangeExtractor(range);
    const kept = focused.current;
    if (kept === null || kept >= range.count || rows.includes(kept)) return rows;
    return [...rows, kept].sort((a, b) => a - b);
  }, []);
  // The same function for the same rows: for another one all their places are calculated again.
  const getItemKey = useCallback((row: number) => `${grid}-${columns}-${row}`, [grid, columns]);
  const virtual = useVirtualizer({
    count: Math.ceil(lots.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT[grid],
    gap: GAP[grid],
    overscan: 3,
    scrollMargin: margin,
    scrollPaddingStart: folded ? 0 : margin,
    rangeExtractor,
    getItemKey,
  });

  const index = lots.findIndex(({ _id }) => _id === selected);
  const row = index < 0 ? null : Math.floor(index / columns);
  const measured = size.width > 0 && (above === null || fold.height > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed list alone must not scroll it.
  useEffect(() => {
    if (row === null || !measured) return;
    // With the first row, what is above it is in sight too. Its measured height may still be that of another layout.
    if (row === 0) virtual.scrollToOffset(0);
    else virtual.scrollToIndex(row, { align: 'auto' });
  }, [selected, row === null, columns, grid, measured]);
  const started = useRef(false);
  const startRow = lots.findIndex(({ _id }) => _id === startAt);
  useEffect(() => {
    if (started.current || !measured || startAt === null || startRow < 0) return;
    started.current = true;
    if (selected !== null || startRow < columns) return;
    beTaken();
    virtual.scrollToIndex(Math.floor(startRow / columns), { align: 'start' });
  }, [measured, startAt, startRow, selected, columns, virtual, beTaken]);

  const pending = usePending();
  const turns = useMemo(() => turnsOf(room.auction, room.lots), [room.auction, room.lots]);
  return (
    <div
      ref={ref}
      className={classes.scroller}
      data-grid={grid}
      onScroll={onScroll}
      style={{ scrollPaddingBlockStart: folded ? 0 : margin }}
    >
      {above !== null && (
        <div ref={fold.ref} className={classes.fold} data-folded={folded || undefined}>
          {above}
        </div>
      )}
      <div id="lots" role="tabpanel" tabIndex={-1} aria-label={label} className={classes.panel}>
        {lots.length === 0 && <p className={classes.empty}>{emptyText(room)}</p>}
        {lots.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: between list and items stand the rows of the virtual list.
          <div
            role="list"
            aria-label="Lots"
            className={classes.whole}
            style={{ height: virtual.getTotalSize() }}
            onFocus={({ target }) => {
              const at = (target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
              focused.current = at === undefined ? null : Number(at);
            }}
            onBlur={() => {
              focused.current = null;
            }}
          >
            {virtual.getVirtualItems().map((item) => (
              <div
                key={item.key}
                role="presentation"
                data-index={item.index}
                ref={virtual.measureElement}
                className={classes.row}
                style={{
                  transform: `translateY(${item.start - margin}px)`,
                  gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                  columnGap: GAP[grid],
                }}
              >
                {lots.slice(item.index * columns, (item.index + 1) * columns).map((lot, column) => (
                  <LotTile
                    key={lot._id}
                    lot={lot}
                    auction={room.auction}
                    viewer={room.viewer}
                    grid={grid}
                    selected={lot._id === selected}
                    stale={stale}
                    signedIn={room.bidder !== null}
                    pending={pending(lot._id)}
                    maximum={maximumOf(room, lot)}
                    before={turns.get(lot._id)?.before ?? null}
                    beginsAt={turns.get(lot._id)?.beginsAt ?? null}
                    position={item.index * columns + column + 1}
                    setSize={lots.length}
                  />
                ))}
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  );
});
