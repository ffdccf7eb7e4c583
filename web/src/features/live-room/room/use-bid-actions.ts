import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Subject } from 'rxjs';
import { addRefused } from '@/features/live-room/api/own-bids.ts';
import type { Announcement } from '@/features/live-room/rules/announcements.ts';
import { refusalText } from '@/features/live-room/rules/bid-input.ts';
import { wasRejected } from '@/features/live-room/rules/bid-labels.ts';
import type { RoomLot } from '@/features/live-room/rules/lot-state.ts';
import { BidStore } from '@/lib/bidding/bid-store.ts';
import { pageReport } from '@/lib/bidding/page-report.ts';
import { deviceNow } from '@/lib/clock.ts';
import { useLatestCallback } from '@/lib/latest-callback.ts';
import { useRealtime } from '@/lib/realtime/realtime-context.tsx';
import type { BidActions } from './room-context.tsx';
import type { Room } from './use-room.ts';

/** What a bid stops the viewer for. */
export type BidQuestion = { kind: 'sign-in' } | { kind: 'terms' } | { kind: 'error'; message: string };

/** Whether a refusal re-arms the button instead of stopping the viewer with a dialog. */
const rearms = (code: string): boolean => code === 'too-low' || wasRejected(code);

/**
 * Sends the viewer's bids on these lots. `ask` opens a dialog, `hold` keeps the page on its lot while a bid is typed;
 * both are the same functions for as long as the screen is open. `refresh` reads the sale again.
 */
export function useSentBids({
  auction,
  lots,
  refresh,
  ask,
  hold,
}: Pick<Room, 'auction' | 'lots'> & {
  refresh: () => void;
  ask: (question: BidQuestion) => void;
  hold: (typing: boolean) => void;
}): BidActions {
  const realtime = useRealtime();
  const client = useQueryClient();
  const auctionId = auction._id;
  const lotOf = useLatestCallback((id: string): RoomLot | undefined => lots.find(({ _id }) => _id === id));
  const refreshNow = useLatestCallback(refresh);
  const messageOf = useLatestCallback((id: string, refused: { code: string; message: string }) => {
    const lot = lotOf(id);
    return lot ? refusalText(refused, lot, auction) : refused.message;
  });
  const actions = useMemo(() => {
    const bidStore = new BidStore({
      ask: (bid) => realtime.bid(bid, pageReport(lotOf(bid.lot)?.currentBidCents)),
      now: deviceNow,
      ended: (lot, { bid }) => {
        if (bid.step === 'refused' && bid.decision !== null) addRefused(client, auctionId, lot);
        if (bid.step === 'refused' && bid.code === 'terms-not-accepted') ask({ kind: 'terms' });
        else if (bid.step === 'refused' && !rearms(bid.code))
          ask({ kind: 'error', message: messageOf(lot, bid) });
        // A first bid brings a paddle, a refusal a price that was not known here.
        refreshNow();
      },
    });
    return {
      bidStore,
      spoken: new Subject<Announcement>(),
      hold,
      askToSignIn: () => ask({ kind: 'sign-in' }),
    };
  }, [realtime, client, auctionId, ask, hold, lotOf, refreshNow, messageOf]);
  const { bidStore } = actions;
  useEffect(() => {
    const notices = realtime.notices.subscribe(({ kind }) => {
      if (kind === 'reconnected') bidStore.askAgain();
    });
    return () => notices.unsubscribe();
  }, [realtime, bidStore]);
  useEffect(() => () => bidStore.giveUp(), [bidStore]);
  return actions;
}
