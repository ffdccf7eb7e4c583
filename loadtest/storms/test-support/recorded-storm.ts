import { createHash } from 'node:crypto';
import { LIVE_AT, lotTerms, OPEN_AT, schedule } from '@saleyard/command-api/test-support/sale.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { decide } from '@saleyard/domain/auction/decide.ts';
import { decisionOf } from '@saleyard/domain/auction/decision.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { publicAuction, publicLot } from '@saleyard/domain/auction/public-view.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { DIGEST_LENGTH, type HeldLot, type ViewRecord } from '../journal.ts';
import { emptyJournal, type Journal } from '../read-journal.ts';
import type { Stormed } from '../verdict/check.ts';

const AUCTION = 'a1';
const LOTS = ['l1', 'l2'];
const ACCOUNTS = ['joe', 'jane'];

const digestOf = (view: unknown): string =>
  createHash('sha256').update(JSON.stringify(view)).digest('hex').slice(0, DIGEST_LENGTH);

/** A storm that was right: what the log holds, what its clients wrote down, and what was planned. */
export type RecordedStorm = { events: RecordedEvent[]; journal: Journal; stormed: Stormed };

/** A small sale as the rules decide it, with the journal of clients who saw and received all of it. */
export function recordedStorm(): RecordedStorm {
  const events: RecordedEvent[] = [];
  const journal = emptyJournal();
  const fold = new AuctionFold();
  let commands = 0;

  const run = (at: number, body: CommandBody): { commandId: string; seq: number } => {
    commands += 1;
    const commandId = `command-${commands}`;
    const decided = decide(fold.state, { at, body });
    const first = events.length;
    for (const [index, { type, data }] of decided.entries()) {
      const revision = events.length;
      const actor = { kind: 'user', id: 'bidder' in body ? String(body.bidder) : 'staff' } as const;
      const meta = { at, commandId, actor, schema: STREAMS.auction.schemas[type] };
      events.push({
        id: `${commandId}-${index}`,
        stream: `auction-${AUCTION}`,
        revision,
        position: revision,
        type,
        data,
        meta,
      });
    }
    for (const event of decided) fold.apply(event);
    return { commandId, seq: first + decided.length - 1 };
  };

  const press = (at: number, bidder: number, lot: number, cents: number): void => {
    const body = {
      type: 'bid',
      lot: LOTS[lot] ?? '',
      bidder: ACCOUNTS[bidder] ?? '',
      cents,
      permitted: true,
    } as const;
    const { commandId } = run(at, body);
    const mine = events.filter(({ meta }) => meta.commandId === commandId);
    const decision = decisionOf(mine.map(({ type, data }) => ({ type, data }) as never));
    if (decision === null) throw new Error('no decision');
    const seq = mine.find(({ type }) => type === 'BidAccepted' || type === 'BidRefused')?.revision ?? -1;
    const code = decision.outcome === 'refused' ? decision.code : null;
    const sent = {
      bidder,
      commandId,
      lot,
      by: 'bid',
      cents,
      sentAt: at - 3,
      answeredAt: at + 4,
      tries: 1,
    } as const;
    journal.bids.push({
      k: 'bid',
      ...sent,
      outcome: decision.outcome,
      code,
      seq,
      priceCents: decision.currentBidCents,
    });
  };

  const view = (client: string, last: boolean): ViewRecord => {
    const { state } = fold;
    const lots = state.lots.map((lot, place): HeldLot => {
      return [place, digestOf(publicLot(state, lot, AUCTION)), lot.currentBidCents, lot.phase];
    });
    const auction = digestOf(publicAuction(state, AUCTION));
    return {
      k: 'view',
      client,
      at: state.lastAt,
      seq: events.length - 1,
      last,
      over: state.phase === 'closed',
      auction,
      lots,
    };
  };

  run(1, schedule('simultaneous'));
  run(2, { type: 'catalogueLots', lots: LOTS.map((lot) => lotTerms(lot)) });
  run(OPEN_AT, { type: 'advanceClock' });
  run(LIVE_AT, { type: 'advanceClock' });
  press(LIVE_AT + 1_000, 0, 0, 11_000);
  press(LIVE_AT + 2_000, 1, 0, 12_000);
  journal.views.push(view('spectator 0', false));
  press(LIVE_AT + 3_000, 0, 0, 12_000);
  press(LIVE_AT + 4_000, 1, 1, 11_000);
  run(LIVE_AT + 600_000, { type: 'advanceClock' });
  const clients = ['bidder 0', 'bidder 1', 'spectator 0'];
  for (const client of clients) journal.views.push(view(client, true));
  return {
    events,
    journal,
    stormed: {
      sale: { id: AUCTION, lots: LOTS },
      accounts: ACCOUNTS,
      clients,
      clock: { offsetMs: 0, errorMs: 2 },
    },
  };
}
