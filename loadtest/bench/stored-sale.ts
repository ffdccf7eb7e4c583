import { Batch } from '@saleyard/command-api/engine/batch.ts';
import { sequenced } from '@saleyard/command-api/engine/sequencing.ts';
import { waitingFor } from '@saleyard/command-api/engine/waiting.ts';
import type { CommandActor } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { Arrival, EventLog } from '@saleyard/platform/event-log/port.ts';
import { busySale, type SaleSize } from './busy-sale.ts';

/** Commands of one append. */
const COMMANDS_AN_APPEND = 2_000;
/** ms from the gateway to the sequence, of a bid. */
const DELAY_MS = 3;
const STAFF = { kind: 'staff', id: 'account-of-staff' } as const;
const ENGINE = { kind: 'system', id: 'engine' } as const;

type Held = SaleSize & {
  auction: string;
  searchNumber: number;
  /** When it opens and goes live, ms since the epoch. */
  startAt: number;
};

const senderOf = (body: CommandBody): CommandActor => {
  if (body.type === 'advanceClock') return ENGINE;
  return 'bidder' in body && body.bidder !== undefined ? { kind: 'user', id: body.bidder } : STAFF;
};

/**
 * Holds a busy sale and stores it as the engine would have: every command decided on the state before it, its events
 * under its id, its sender and when it arrived. Answers how many events it has. An audit proves it.
 */
export async function storeBusySale(
  log: EventLog,
  { auction, searchNumber, startAt, ...size }: Held,
): Promise<number> {
  const { terms, lots, commands, until } = busySale(size);
  const fold = new AuctionFold();
  const details = {
    searchNumber,
    title: 'A busy sale',
    description: '',
    kind: 'cattle' as const,
    public: true,
    states: ['NSW' as const],
    requiresTabs: false,
    auctionTabs: [],
    aliasSeed: 7,
  };
  const scheduled = { ...terms, openAt: terms.openAt + startAt, liveAt: terms.liveAt + startAt };
  const all: readonly { at: number; body: CommandBody }[] = [
    { at: -2, body: { type: 'schedule', details, terms: scheduled } },
    { at: -1, body: { type: 'catalogueLots', lots } },
    ...commands,
    ...(until === null ? [] : [{ at: until, body: { type: 'advanceClock' } as const }]),
  ];
  let revision = -1;
  for (let from = 0; from < all.length; from += COMMANDS_AN_APPEND) {
    const batch = new Batch(revision);
    for (const [n, { at, body }] of all.slice(from, from + COMMANDS_AN_APPEND).entries()) {
      const now = startAt + at;
      const made = sequenced(fold, body, now);
      if (made.kind !== 'to-store') continue;
      const actor = senderOf(body);
      const arrival: Arrival | undefined =
        actor.kind === 'user' ? { receivedAt: now - DELAY_MS, clockOffsetMs: 0 } : undefined;
      const command = { commandId: `${auction}-${from + n}`, actor, body, arrival };
      batch.add(
        waitingFor(
          command,
          0,
          () => {},
          () => {},
        ),
        made.events,
        made.at,
      );
      for (const event of made.events) fold.apply(event);
    }
    if (batch.events.length === 0) continue;
    const stored = await log.append(auctionStream(auction), revision, batch.events);
    if (stored.outcome !== 'appended') throw new Error(`storing a sale: ${JSON.stringify(stored)}`);
    revision = stored.revision;
  }
  return revision + 1;
}
