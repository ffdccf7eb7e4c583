import { auctionEvent } from '@saleyard/command-api/engine/opening.ts';
import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';

/**
 * The auction with a number; undefined when none was scheduled under it. Reads the log from its
 * start up to where the sale was scheduled.
 * @throws EventLogCorrupt when the log is damaged before that
 */
export async function findAuction(
  log: EventLog,
  number: number,
  onRead: (position: number) => void,
): Promise<AuctionId | undefined> {
  for await (const item of log.subscribe({ streams: [STREAMS.auction.prefix] })) {
    if (item.kind === 'caughtUp') return undefined;
    for (const event of item.events) {
      const { type, data } = auctionEvent(event);
      if (type === 'AuctionScheduled' && data.details.searchNumber === number) {
        return idOf(STREAMS.auction, event.stream);
      }
    }
    onRead(item.events.at(-1)?.position ?? 0);
  }
  return undefined;
}
