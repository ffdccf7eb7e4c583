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
  /** This node's clock is too far from the log's server: nothing is decided for a live auction. */
  clockIsOff(): boolean;
  /** When some node last said that it runs this auction (ms); −Infinity when none did. */
  lastMark(auction: AuctionId): Promise<number>;
  /** The mailbox has ended, or rests (closed auction, nothing waiting) and may be let go. */
  onRest(auction: AuctionId): void;
};
