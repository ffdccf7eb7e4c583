import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { EngineLimits } from './limits.ts';

/** What a mailbox needs from its node. */
export type EngineNode = {
  log: EventLog;
  documents: Documents;
  clock: Clock;
  limits: EngineLimits;
  logger: Pick<Logger, 'info' | 'warn' | 'error'> | undefined;
  /** Generates ids of the engine's own commands. */
  newId(): string;
  /** Whether this node runs the auction: applies its deadlines, writes its mark and its snapshots. */
  runs(auction: AuctionId): boolean;
  /** This node's clock is too far from the log's server: commands are refused. */
  clockIsOff(): boolean;
  /** This node's clock jumped and may be corrected: only the freeze of live auctions is decided. */
  clockIsDoubtful(): boolean;
  /** Until when any node is known to have run this auction (ms); −Infinity without a mark, null if the clock is off. Never rejects. */
  lastMark(auction: AuctionId): Promise<number | null>;
  /** The mailbox has ended, or is idle and may be dropped. */
  onRest(auction: AuctionId): void;
};
