import { isActive } from '@saleyard/domain/account/state.ts';
import { mayStopAutoBid } from '@saleyard/domain/auction/bid-eligibility.ts';
import { type AuctionId, type BidderId, isPractice, type LotId } from '@saleyard/domain/auction/ids.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import type { Outbox } from '@saleyard/platform/outbox/outbox.ts';
import type { Sessions } from '@saleyard/platform/sessions/sessions.ts';
import type { AuctionHost } from '../engine/auction-host.ts';
import type { SubmitCommand } from '../engine-replies.ts';
import { loadAggregate } from '../handle-command.ts';
import type { OneTimeCodes } from '../sign-in/one-time-codes.ts';
import type { EventsOfProcess } from './process-backlog.ts';
import type { ProcessManager } from './process-manager.ts';

/** ms after which auto-bids are searched again, to find those in flight when the account was ended. */
const AGAIN_MS = 1_500;

export type EndedAccountsParts = {
  log: EventLog;
  sessions: Pick<Sessions, 'revokeAllOf'>;
  codes: Pick<OneTimeCodes, 'revokeAllOf'>;
  outbox: Pick<Outbox, 'forget'>;
  /** The auctions that are not closed. */
  openAuctions: () => Promise<readonly AuctionId[]>;
  /** The state of an auction as the engine of this thread has it, if it runs the auction. */
  stateOf?: AuctionHost['stateOf'];
  submit: SubmitCommand;
  clock: Clock;
};

export const EVENTS_OF_ENDED_ACCOUNTS: EventsOfProcess<'ended-accounts'> = {
  name: 'ended-accounts',
  streams: [STREAMS.account.prefix],
  concerns: ({ type }) => type === 'AccountSuspended' || type === 'AccountForgotten',
};

const ACTOR = { kind: 'system', id: 'ended-accounts' } as const;

/**
 * Handles suspended accounts and forgotten people: ends their sessions and codes, and stops their active auto-bids
 * [E21]. The stopping commands' ids are derived from the event, so that a repetition changes nothing.
 */
export function endedAccounts(parts: EndedAccountsParts): ProcessManager<'ended-accounts'> {
  const { log, sessions, codes, outbox, openAuctions, stateOf, submit, clock } = parts;

  /** Lots of an auction on which an account's auto-bid answers, or could answer again. */
  const standingIn = async (auction: AuctionId, account: BidderId): Promise<LotId[]> => {
    const state = stateOf?.(auction) ?? (await loadAggregate({ log }, STREAMS.auction, auction)).state;
    return state.lots.flatMap((lot) => (mayStopAutoBid(state, lot, account) ? [lot.terms.lot] : []));
  };

  const stopAutoBids = async (event: RecordedEvent, account: string, pass: number): Promise<void> => {
    for (const auction of (await openAuctions()).filter((id) => !isPractice(id))) {
      for (const lot of await standingIn(auction, account)) {
        const reply = await submit({
          auction,
          commandId: eventIdOf(`${event.id}:${lot}`, pass),
          actor: ACTOR,
          body: { type: 'stopAutoBid', lot, bidder: account },
        });
        // Refused: there is nothing left to stop.
        if (reply.outcome === 'unavailable' || reply.outcome === 'unknown')
          throw new Error(`an auto-bid of ${account} could not be stopped yet: ${reply.outcome}`);
      }
    }
  };

  return {
    ...EVENTS_OF_ENDED_ACCOUNTS,
    async act(event) {
      const account = idOf(STREAMS.account, event.stream);
      const { state } = await loadAggregate({ log }, STREAMS.account, account);
      // The account was restored in the meantime.
      if (state === null || isActive(state)) return;
      await sessions.revokeAllOf(account);
      await codes.revokeAllOf(account);
      if (state.isForgotten) await outbox.forget(account);
      await stopAutoBids(event, account, 1);
      // One that was accepted at the same instant is decided by now.
      await pause(clock, AGAIN_MS);
      await stopAutoBids(event, account, 2);
    },
  };
}
