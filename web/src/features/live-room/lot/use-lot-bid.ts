import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { SENT_AS } from '@saleyard/domain/listing/price-names.ts';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type RoomPreferences, useBidActions } from '@/features/live-room/room/room-context.tsx';
import {
  type BidGate,
  bidAmount,
  bidGate,
  type StepCount,
  standingPrice,
} from '@/features/live-room/rules/bid-input.ts';
import type { ShownLot } from '@/features/live-room/rules/bid-labels.ts';
import { isWinning, type RoomLot, type Viewer } from '@/features/live-room/rules/lot-state.ts';
import { advance, askReasons, type BidMachine, guarded, type LotFacts } from '@/lib/bidding/bid-machine.ts';
import { deviceNow } from '@/lib/clock.ts';
import { newCommandId } from '@/lib/random.ts';
import { useConnection } from '@/lib/realtime/realtime-context.tsx';

/** A lot's bidding as its panel shows it. */
export type LotBid = {
  machine: BidMachine;
  gate: BidGate;
  /** What the words beside the button may name: the same state as the button's. */
  shown: ShownLot;
  steps: StepCount;
  setSteps: (steps: StepCount) => void;
  /** What the button names; null when no bid can be made. Cents. */
  amount: number | null;
  /** A press now would be dropped: a bid is on its way, or was just sent. */
  busy: boolean;
  press: () => void;
  confirm: () => void;
  cancel: () => void;
};

/**
 * When what the button says last changed by itself: its amount, or its lot (`lotAt`, when the page followed the sale).
 * A change of increments is the viewer's own. Local ms.
 */
function useMovedAt(lot: string, steps: StepCount, amount: number | null, followed: boolean) {
  const [seen, setSeen] = useState({
    lot,
    steps,
    amount,
    movedAt: null as number | null,
    lotAt: null as number | null,
  });
  if (seen.lot === lot && seen.steps !== steps) setSeen({ ...seen, steps, amount, movedAt: null });
  else if (seen.lot !== lot)
    setSeen({ lot, steps, amount, movedAt: deviceNow(), lotAt: followed ? deviceNow() : null });
  else if (seen.amount !== amount) setSeen({ ...seen, amount, movedAt: deviceNow() });
  return seen;
}

/** What a bid depends on of the lot as the page shows it. */
const factsOf = (lot: RoomLot, viewer: Viewer): LotFacts => ({
  seq: lot.seq,
  winning: viewer.paddle === null && lot.winner !== null ? null : isWinning(lot, viewer),
  nextBidCents: lot.nextBidCents,
  incrementCents: lot[SENT_AS.incrementCents],
  isOver: lot.state === 'closed' || lot.withdrawn,
});

/** Follows one lot's bidding: gate, amount, and what became of the last press. */
export function useLotBid(
  lot: RoomLot,
  auction: PublicAuction,
  viewer: Viewer,
  bidder: { status: string } | null,
  preferences: Pick<RoomPreferences, 'confirmWay' | 'unasked'>,
  /** The page goes from lot to lot with the sale. */
  followed = false,
): LotBid {
  const { bidStore, askToSignIn } = useBidActions();
  const { state, stale } = useConnection();
  const stored = useSyncExternalStore(bidStore.watch, () => bidStore.of(lot._id));
  // Derived with the lot of this very render: no sentence is painted beside a price that it contradicts.
  const machine = advance(stored, { type: 'lot', at: deviceNow(), ...factsOf(lot, viewer) });
  const offline = state === 'Offline';
  const gate = useMemo(
    () => bidGate(lot, auction, bidder, { stale, offline }),
    [lot, auction, bidder, stale, offline],
  );
  const { sentAt } = machine;
  const [chosen, setChosen] = useState<{ lot: string; sentAt: number | null; steps: StepCount }>({
    lot: lot._id,
    sentAt,
    steps: 1,
  });
  // Another lot, and the next bid, begin at one increment: a +10 holds for the bid that it was chosen for.
  const steps = chosen.lot === lot._id && chosen.sentAt === sentAt ? chosen.steps : 1;
  const setSteps = useCallback(
    (next: StepCount) => setChosen({ lot: lot._id, sentAt, steps: next }),
    [lot._id, sentAt],
  );
  const amount = bidAmount(lot, steps);
  const { movedAt, lotAt } = useMovedAt(lot._id, steps, amount, followed);
  const winning = isWinning(lot, viewer);

  const { _id } = lot;
  useEffect(() => {
    if (machine !== stored) bidStore.input(_id, { type: 'lot', at: deviceNow(), ...factsOf(lot, viewer) });
  }, [bidStore, _id, machine, stored, lot, viewer]);

  const press = () => {
    if (gate.gate === 'sign-in') return askToSignIn();
    if (gate.gate === 'closed' || amount === null) return;
    bidStore.input(_id, {
      type: 'press',
      cents: amount,
      at: deviceNow(),
      movedAt,
      lotAt,
      commandId: newCommandId(),
      way: preferences.unasked.has(_id) ? 'one' : preferences.confirmWay,
      reasons: askReasons(amount, steps, {
        standingCents: standingPrice(lot),
        winning,
        onMarket: lot.reserveStatus === 'onMarket',
      }),
    });
  };
  const confirm = () => {
    if (gate.gate === 'open')
      bidStore.input(_id, { type: 'confirm', at: deviceNow(), commandId: newCommandId() });
  };
  const cancel = () => bidStore.input(_id, { type: 'cancel' });
  return {
    machine,
    gate,
    shown: {
      unit: lot[SENT_AS.unit],
      currentBidCents: lot.currentBidCents,
      amountCents: gate.gate === 'closed' ? null : amount,
      stale,
    },
    steps,
    setSteps,
    amount,
    busy: guarded(machine, deviceNow()),
    press,
    confirm,
    cancel,
  };
}
