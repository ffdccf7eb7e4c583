import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { EngineLimits } from './limits.ts';

/** What a mailbox needs of its node. */
export type EngineNode = {
  log: EventLog;
  documents: Documents;
  clock: Clock;
  limits: EngineLimits;
  logger: Pick<Logger, 'info' | 'warn' | 'error'> | undefined;
  /** Names the commands that the engine gives itself. */
  newId(): string;
  /** Whether this node runs the auction: keeps its deadlines, its mark and its snapshots. */
  runs(auction: AuctionId): boolean;
  /** This node's clock is too far from the log's server: nothing is decided. */
  clockIsOff(): boolean;
  /** This node's clock has jumped, and may be corrected: nothing but the freeze of live auctions is decided. */
  clockIsDoubtful(): boolean;
  /** Until when some node is known to have run this auction (ms); −Infinity when none is. Never rejects. */
  lastMark(auction: AuctionId): Promise<number>;
  /** The mailbox has ended, or is idle and may be dropped. */
  onRest(auction: AuctionId): void;
};
