import type { AuctionSummary, PublicAuction } from '@saleyard/contract/auctions.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { StandingMark } from '@/features/live-room/list/lot-marks.tsx';
import { AutoBid } from '@/features/live-room/lot/auto-bid.tsx';
import { BidControls, BidHistory, BidStatus } from '@/features/live-room/lot/bid-controls.tsx';
import { ConfirmPreference, Gate, isPressable } from '@/features/live-room/lot/bid-gate.tsx';
import { useLotBid } from '@/features/live-room/lot/use-lot-bid.ts';
import { BidDialogs } from '@/features/live-room/room/dialogs.tsx';
import { Announcer } from '@/features/live-room/room/notices.tsx';
import {
  BidActionsProvider,
  RoomPreferencesProvider,
  useRoomPreferences,
} from '@/features/live-room/room/room-context.tsx';
import { type BidQuestion, useSentBids } from '@/features/live-room/room/use-bid-actions.ts';
import { joinedWith, useViewer } from '@/features/live-room/room/use-room.ts';
import {
  hasBids,
  isWinning,
  partOf,
  type RoomLot,
  resultMessage,
} from '@/features/live-room/rules/lot-state.ts';
import { lotOf } from '@/lib/realtime/live-auction.ts';
import { RealtimeContext, useRealtime } from '@/lib/realtime/realtime-context.tsx';
import { useSharedRealtime } from '@/lib/realtime/shared-realtime.ts';
import { useLiveSale } from '@/lib/realtime/use-live-lot.ts';
import { useMediaQuery } from '@/lib/window-events.ts';
import { Stack } from '@/ui/layout.tsx';
import { IN_A_BAR, LotBar } from '@/ui/lots/lot-bar.tsx';
import { WhyButton } from '@/ui/why/why-button.tsx';
import classes from './lot-bidding.module.css';

type LotBiddingProps = {
  /** As it was read. */
  lot: LotPage;
  auction: AuctionSummary;
  /** Its price, reserve and time, or its result. */
  standing: ReactNode;
  /** The way into the live room. `quiet`: beside a button that bids. */
  enter: (how: { quiet: boolean }) => ReactNode;
};

/** The page is on one lot: nothing takes it to another while a bid is typed. */
const holdNothing = () => undefined;

type Live = { lot: RoomLot; auction: PublicAuction } & Pick<LotBiddingProps, 'standing' | 'enter'>;

function Bidding({
  lot,
  auction,
  viewer: { viewer, bidder, me, ownBids, autoBids },
  standing,
  enter,
}: Live & { viewer: ReturnType<typeof useViewer> }) {
  const preferences = useRoomPreferences();
  const bid = useLotBid(lot, auction, viewer, bidder, preferences);
  const isInBar = useMediaQuery(IN_A_BAR);
  const { gate } = bid;
  const leading = isWinning(lot, viewer);
  const part = partOf(lot, viewer);
  const result = resultMessage(lot, viewer);
  const isOver = result !== null;
  const status = <BidStatus lot={lot} bid={bid} preferences={preferences} />;
  const pressable = !isOver && isPressable(gate);
  return (
    <>
      {isOver ? (
        <>
          {standing}
          {viewer.participated.has(lot._id) && <strong>{result}</strong>}
          {status}
        </>
      ) : (
        <LotBar part={part}>
          {isInBar && <div className={`${classes.whole} sy-no-print`}>{status}</div>}
          <div className={classes.standing}>
            {standing}
            <StandingMark part={part} />
          </div>
          <div className={`${classes.act} sy-no-print`}>
            {pressable ? (
              <BidControls lot={lot} bid={bid} leading={leading} short={isInBar} />
            ) : (
              enter({ quiet: false })
            )}
          </div>
          {gate.gate === 'closed' && (
            <div className={`${classes.whole} sy-no-print`}>
              <Gate gate={gate} me={me} />
            </div>
          )}
          {!isInBar && <div className="sy-no-print">{status}</div>}
        </LotBar>
      )}
      <Stack gap="sm" className="sy-no-print">
        {(!isOver || hasBids(lot, viewer)) && <h2 className="sy-hidden">Your bidding</h2>}
        {!isOver && (
          <AutoBid
            lot={lot}
            auction={auction}
            autoBid={autoBids.get(lot._id) ?? null}
            leading={leading}
            gate={gate}
          />
        )}
        {me && pressable && <ConfirmPreference lot={lot._id} preferences={preferences} />}
        <BidHistory lot={lot} bids={ownBids} />
        {hasBids(lot, viewer) && <WhyButton auction={auction._id} lot={lot} />}
        {pressable && enter({ quiet: true })}
      </Stack>
    </>
  );
}

/** Bids on one lot, by the live room's own machine. */
function FollowedBidding({ lot, auction, paddle, ...shown }: Live & { paddle: string | null }) {
  const realtime = useRealtime();
  const lots = useMemo(() => [lot], [lot]);
  const viewer = useViewer(auction._id, lots, paddle);
  const [question, ask] = useState<BidQuestion | null>(null);
  const refresh = () => realtime.refresh(auction._id);
  const actions = useSentBids({ auction, lots, refresh, ask, hold: holdNothing });
  return (
    <BidActionsProvider actions={actions}>
      <Bidding lot={lot} auction={auction} viewer={viewer} {...shown} />
      <Announcer auction={auction} lots={lots} viewer={viewer.viewer} />
      <BidDialogs question={question} onClose={() => ask(null)} />
    </BidActionsProvider>
  );
}

/**
 * Bidding and auto-bid on a lot's own page: the code of the live room for one lot. Until the sale is followed over the
 * live connection it shows the way into the room only, since a price that may be old is not bid on.
 */
export function LotBidding({ lot: read, auction: { _id }, standing, enter }: LotBiddingProps) {
  const realtime = useSharedRealtime();
  const auction = useLiveSale(_id, (sale) => sale.auction);
  const live = useLiveSale(_id, (sale) => lotOf(sale, read._id) ?? null);
  const paddle = useLiveSale(_id, (sale) => sale.paddle);
  const lot = useMemo(() => live && joinedWith(live, read), [live, read]);
  if (realtime === null || auction === null || lot === null)
    return (
      <LotBar>
        {standing}
        {enter({ quiet: false })}
      </LotBar>
    );
  return (
    <RealtimeContext.Provider value={realtime}>
      <RoomPreferencesProvider>
        <FollowedBidding lot={lot} auction={auction} paddle={paddle} standing={standing} enter={enter} />
      </RoomPreferencesProvider>
    </RealtimeContext.Provider>
  );
}
