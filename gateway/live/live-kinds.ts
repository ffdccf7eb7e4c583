import { subjects } from '@saleyard/contract/commands.ts';
import type { ServerPush } from '@saleyard/contract/realtime.ts';
import type { KindsEvent } from '@saleyard/domain/kinds/kinds.ts';
import { KIND_TITLES } from '@saleyard/domain/listing/stock.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';

/** The push that a kind of stock was added or removed. */
function pushOf({ type, data: { kind } }: KindsEvent): ServerPush {
  if (type === 'KindStopped') return { channel: 'catalog', event: 'kind-delete', data: { _id: kind } };
  return { channel: 'catalog', event: 'kind', data: { _id: kind, type: kind, title: KIND_TITLES[kind] } };
}

/** Notifies everyone when a kind of stock is added or removed. Returns the function that stops it. */
export const followKinds = (bus: Pick<Bus, 'subscribe'>, notify: (push: ServerPush) => void): (() => void) =>
  bus.subscribe(subjects.allEvents('kinds'), (events) => {
    for (const event of events as KindsEvent[]) notify(pushOf(event));
  });
