import { createContext, type ReactNode, useContext } from 'react';
import type { BidBook } from '@/features/live-room/bidding/bid-book.ts';

/** What one can do in the room. The same functions for as long as the room is open. */
export type RoomActions = {
  book: BidBook;
  watch: (lot: string, on: boolean) => void;
  select: (lot: string | null) => void;
  /** A visitor wants to bid: asks them to sign in or register. */
  askToSignIn: () => void;
};

const RoomActionsContext = createContext<RoomActions | null>(null);

export function RoomActionsProvider({ actions, children }: { actions: RoomActions; children: ReactNode }) {
  return <RoomActionsContext.Provider value={actions}>{children}</RoomActionsContext.Provider>;
}

/** What one can do here. @throws outside the live room. */
export function useRoomActions(): RoomActions {
  const actions = useContext(RoomActionsContext);
  if (actions === null) throw new Error('useRoomActions is for the live room');
  return actions;
}
