import type { SearchCriteria } from '@saleyard/contract/saved-searches.ts';
import type { AlertBy, SavedSearch } from '@saleyard/domain/account/saved-searches.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { type AuctionId, isPractice } from '@saleyard/domain/auction/ids.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { withLease } from '@saleyard/platform/leases/lease-term.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { handleCommand } from '../handle-command.ts';
import { openCriteria } from '../saved-searches/criteria.ts';
import type { EventsOfProcess } from './process-backlog.ts';
import type { ProcessManager } from './process-manager.ts';

/** ms after which catalogued lots are too old for an alert. */
const LATE_MS = 24 * 3_600_000;
/** Checks whether the read models show an event, and their interval (ms); then it is retried later. */
const LOOKS = 100;
const POLL_MS = 50;
/** Further ms, for searches that were saved just before the lots were catalogued. */
const BESIDE_MS = 250;
/** ms between two checks for due e-mails. */
const DUE_MS = 5_000;

export const EVENTS_OF_SEARCH_ALERTS: EventsOfProcess<'search-alerts'> = {
  name: 'search-alerts',
  streams: [STREAMS.auction.prefix],
  // A lot that staff changed is not new in the catalogue.
  concerns: ({ type, stream, meta, data }, now) =>
    type === 'LotsCatalogued' &&
    (data as Catalogued).place === undefined &&
    !isPractice(stream) &&
    now - meta.at < LATE_MS,
};

const ACTOR = { kind: 'system', id: 'search-alerts' } as const;

export type SearchAlertsParts = {
  log: EventLog;
  clock: Clock;
  secrets: Secrets;
  /** The active searches, account by account. */
  searches(): AsyncIterable<{ account: string; searches: readonly SavedSearch[] }>;
  /** The matcher of the search over all sales. */
  matcher: {
    matching(auction: string, lots: readonly string[], criteria: SearchCriteria): Promise<readonly string[]>;
    /** The log position up to which lots are shown. */
    shownUpTo(): Promise<number>;
  };
  /** The kind of stock of a sale that is not over; null for any other. */
  kindOfOpenSale(auction: AuctionId): Promise<KindType | null>;
};

type Catalogued = Extract<AuctionEvent, { type: 'LotsCatalogued' }>['data'];
type Match = { lots: Set<string>; searches: string[]; by: AlertBy };

/**
 * Notifies the owners of saved searches of lots that enter a catalogue. A match is an event of the owner's account
 * whose command id is derived from the catalogue's event, so that a repetition adds nothing, on any node and however
 * the read models were made.
 */
export function searchAlerts(parts: SearchAlertsParts): ProcessManager<'search-alerts'> {
  const { log, clock, secrets, searches, matcher, kindOfOpenSale } = parts;

  const untilShown = async (position: number): Promise<void> => {
    for (let look = 0; look < LOOKS; look += 1) {
      if ((await matcher.shownUpTo()) >= position) return pause(clock, BESIDE_MS);
      await pause(clock, POLL_MS);
    }
    throw new Error('the read models do not show the new lots yet');
  };

  return {
    ...EVENTS_OF_SEARCH_ALERTS,
    async act(event) {
      const auction = idOf(STREAMS.auction, event.stream);
      await untilShown(event.position);
      const kind = await kindOfOpenSale(auction);
      if (kind === null) return;
      const { lots } = event.data as Catalogued;
      const ids = lots.map(({ lot }) => lot);
      const creators = new Map(lots.map(({ lot, createdBy }) => [lot, createdBy]));
      // Equal searches of several people are matched once.
      const found = new Map<string, Promise<readonly string[]>>();
      const matching = (criteria: SearchCriteria): Promise<readonly string[]> => {
        const key = canonicalJson(criteria);
        const known = found.get(key) ?? matcher.matching(auction, ids, criteria);
        found.set(key, known);
        return known;
      };

      const matchOf = async (account: string, saved: readonly SavedSearch[]): Promise<Match | null> => {
        const match: Match = { lots: new Set(), searches: [], by: { banner: false, email: false } };
        for (const { id, since, criteria, alertBy } of saved) {
          if (since > event.meta.at) continue;
          const wanted = await openCriteria(secrets, account, criteria);
          if (wanted === null || !kind.startsWith(wanted.kind ?? '')) continue;
          const matched = (await matching(wanted)).filter((lot) => creators.get(lot) !== account);
          if (matched.length === 0) continue;
          for (const lot of matched) match.lots.add(lot);
          match.searches.push(id);
          match.by = {
            banner: match.by.banner || alertBy.banner,
            email: match.by.email || alertBy.email,
          };
        }
        return match.searches.length === 0 ? null : match;
      };

      for await (const { account, searches: saved } of searches()) {
        const match = await matchOf(account, saved);
        if (match === null) continue;
        const commandId = eventIdOf(`${event.id}:${account}`, 0);
        const reply = await handleCommand({ log, clock }, STREAMS.account, {
          id: account,
          commandId,
          actor: ACTOR,
          body: {
            type: 'noteMatches',
            alert: commandId,
            auction,
            searches: match.searches,
            by: match.by,
            lots: ids.filter((lot) => match.lots.has(lot)),
          },
        });
        // A repetition after the searches were changed has another body: the first one counts.
        if (reply.outcome === 'full' || reply.outcome === 'unavailable' || reply.outcome === 'unknown')
          throw new Error(`${account} could not be notified of new lots yet: ${reply.outcome}`);
      }
    },
  };
}

/** Decides which e-mails are due, on one node every few seconds. Ends with `signal`. */
export async function queueAlertMails({
  log,
  clock,
  leases,
  logger,
  signal,
  due,
}: {
  log: EventLog;
  clock: Clock;
  leases: Leases;
  logger: Pick<Logger, 'warn'>;
  signal: AbortSignal;
  /** The accounts with an e-mail due at a time (ms), and since when. */
  due(now: number): Promise<readonly { account: string; dueAt: number }[]>;
}): Promise<void> {
  const queueOne = async (account: string, dueAt: number): Promise<void> => {
    const commandId = eventIdOf(`alert-mail:${account}:${dueAt}`, 0);
    await handleCommand({ log, clock }, STREAMS.account, {
      id: account,
      commandId,
      actor: ACTOR,
      body: { type: 'queueAlertMail' },
    });
  };
  while (!signal.aborted) {
    await withLease(leases, clock, 'process.alert-mails-due', signal, async (term) => {
      while (!term.aborted) {
        try {
          for (const { account, dueAt } of await due(clock.now())) await queueOne(account, dueAt);
        } catch (error) {
          logger.warn({ err: error }, 'e-mails about new lots could not be queued; they are tried again');
        }
        await pause(clock, DUE_MS, term);
      }
    });
  }
}
