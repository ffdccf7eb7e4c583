import type { AccountId } from '@saleyard/domain/account/ids.ts';
import type { AccountState } from '@saleyard/domain/account/state.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { CollectionSpec, DocumentWrite } from '@saleyard/platform/documents/port.ts';

/** What happened to an auction between two commits: parts of the state that are the same object did not change. */
export type AuctionChange = {
  auction: AuctionId;
  before: AuctionState;
  after: AuctionState;
  events: readonly AuctionEvent[];
};

/** What happened to an account between two commits. */
export type AccountChange = { account: AccountId; before: AccountState; after: AccountState };

type Named = {
  /** Names its checkpoint. */
  name: string;
  /** What it writes, and nobody else does. */
  collections: readonly CollectionSpec[];
};

/**
 * A read model's making: pure, from what changed to the documents that change with it. The documents depend on
 * the events alone, never on where one commit ended and the next began, so that a rebuild makes the same bytes.
 */
export type Projection = Named &
  (
    | { of: 'auction'; project(change: AuctionChange): DocumentWrite[] }
    | { of: 'account'; project(change: AccountChange): DocumentWrite[] }
  );
