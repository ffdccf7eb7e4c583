import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { accountsProjection } from './accounts/accounts.projection.ts';
import { notificationsProjection } from './accounts/notifications.projection.ts';
import { remindersProjection } from './accounts/reminders.projection.ts';
import { bidsProjection } from './bids/bids.projection.ts';
import { participationProjection } from './bids/participation.projection.ts';
import { listingsProjection } from './listings/listings.projection.ts';
import { lotsProjection } from './lots/lots.projection.ts';
import { marketProjection } from './market/market.projection.ts';
import { soldLotsProjection } from './market/sold-lots.projection.ts';
import { collectionsOf, type Projection } from './projection.ts';
import { leaseOf } from './runner/model-builds.ts';
import { type Projections, runProjections } from './runner/projection-runner.ts';
import type { SearchKeysOf } from './runner/stream-folds.ts';
import { auctionsProjection } from './sales/auctions.projection.ts';
import { freezesProjection } from './sales/freezes.projection.ts';
import { practiceProjection } from './sales/practice.projection.ts';
import { lotSearchProjection } from './search/lot-search.projection.ts';
import { savedSearchesProjection } from './search/saved-searches.projection.ts';
import { activityProjection } from './staff/activity.projection.ts';
import { staffAccountsProjection } from './staff/staff-accounts.projection.ts';
import { STATE_PROJECTIONS } from './state-documents.ts';

/** Every read model. */
export const PROJECTIONS: readonly Projection[] = [
  auctionsProjection,
  lotsProjection,
  lotSearchProjection,
  bidsProjection,
  participationProjection,
  accountsProjection,
  staffAccountsProjection,
  freezesProjection,
  practiceProjection,
  remindersProjection,
  savedSearchesProjection,
  marketProjection,
  soldLotsProjection,
  notificationsProjection,
  listingsProjection,
  activityProjection,
  ...STATE_PROJECTIONS,
];

/** The collections of every read model, at this build's versions. */
export const READ_COLLECTIONS = collectionsOf(PROJECTIONS);

/** Held by the process that writes this build's read models. */
export const PROJECTIONS_LEASE = leaseOf(PROJECTIONS);

export type StartProjectionsParts = {
  log: EventLog;
  documents: Documents;
  clock: Clock;
  /** Stops them; await `stopped` before closing the documents. */
  signal: AbortSignal;
  /** Decides which of several processes that share the documents writes them; omitted: this is the only one. */
  leases?: Leases;
  logger?: Pick<Logger, 'warn'>;
  /** Makes the search keys of accounts; omitted: no encrypted text is searchable. */
  searchKeysOf?: SearchKeysOf;
  /** Events in one commit at most; a larger number is faster, but delays their visibility. */
  commitEvents?: number;
  /** Called with events of every stream before they are folded; after a failure some may be repeated. */
  onEvents?: (events: readonly RecordedEvent[]) => void;
  /** Called after each commit: the position reached, and the number of its events. */
  onCommit?: (position: number, events: number) => void;
};

/** Starts to update every read model from the log, each from its checkpoint. */
export function startProjections(parts: StartProjectionsParts): Projections {
  return runProjections({ ...parts, projections: PROJECTIONS });
}
