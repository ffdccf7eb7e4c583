import { isDeepStrictEqual } from 'node:util';
import { auctionEvent } from '@saleyard/command-api/engine/opening.ts';
import { recordedCommand } from '@saleyard/command-api/engine/recorded-command.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { auctionDecider } from '@saleyard/domain/auction/decider.ts';
import { type Decision, decisionOf } from '@saleyard/domain/auction/decision.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import type { Policy } from '@saleyard/domain/auction/policy.ts';
import { priceCentsOf, winnerOf } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { swapPolicy } from '../replay/swap-policy.ts';
import { reportedResult } from './ladder.ts';
import type { LotReport } from './report.ts';

/** Decisions that are listed; more are only counted. */
const DECISIONS_LISTED = 1_000;

/** How a lot ended, or how it stands. */
export type LotEnd = Pick<LotReport, 'result' | 'priceCents' | 'winner' | 'paddle'>;

/** The stored commands of a sale, decided under another policy. Empty lists: nothing would have differed. */
export type WhatIf = {
  policy: Policy;
  /** The policy that the sale ran under; null for a sale that is not scheduled. */
  stood: Policy | null;
  compared: number;
  decisionCount: number;
  /** The first `DECISIONS_LISTED` that differ. `revision`: the first event of the command. */
  decisions: {
    revision: number;
    at: number;
    command: CommandBody;
    was: Decision | null;
    would: Decision | null;
  }[];
  lots: { lot: string; number: string; was: LotEnd; would: LotEnd }[];
};

/** Reads a `field=value` of a policy. undefined when there is no such field or value. */
export function policySwap(swap: string): Partial<Policy> | undefined {
  const policy = swapPolicy<Partial<Policy>>({}, [swap]);
  return typeof policy === 'string' ? undefined : policy;
}

/**
 * Decides the stored commands of a sale again with fields of its policy replaced: the same commands at the same times.
 * What people would have done instead is not known. Refused commands that the log does not hold change nothing.
 * @throws EventLogCorrupt
 */
export async function whatIf(log: EventLog, auction: AuctionId, swap: Partial<Policy>): Promise<WhatIf> {
  const was = new AuctionFold();
  const would = new AuctionFold();
  const found: Pick<WhatIf, 'compared' | 'decisionCount' | 'decisions'> = {
    compared: 0,
    decisionCount: 0,
    decisions: [],
  };
  let group: { revision: number; at: number; commandId: string; events: AuctionEvent[] } | undefined;
  const decide = (): void => {
    if (group === undefined) return;
    const { revision, at, events } = group;
    const recorded = recordedCommand(events);
    const command: CommandBody = recorded.kind === 'whole' ? recorded.body : { type: 'advanceClock' };
    const body: CommandBody =
      command.type === 'schedule'
        ? { ...command, terms: { ...command.terms, policy: { ...command.terms.policy, ...swap } } }
        : command;
    const decided = would.read((state) => auctionDecider.decide(state, { at, body })).events ?? [];
    for (const event of events) was.apply(event);
    for (const event of decided) would.apply(event);
    found.compared += 1;
    const [before, after] = [decisionOf(events), decisionOf(decided)];
    if (recorded.kind !== 'whole' || isDeepStrictEqual(before, after)) return;
    found.decisionCount += 1;
    if (found.decisions.length < DECISIONS_LISTED)
      found.decisions.push({ revision, at, command, was: before, would: after });
  };
  for await (const batch of log.read(auctionStream(auction))) {
    for (const event of batch) {
      if (group?.commandId !== event.meta.commandId) {
        decide();
        const { commandId, at } = event.meta;
        group = { revision: event.revision, at, commandId, events: [] };
      }
      group?.events.push(auctionEvent(event));
    }
  }
  decide();
  const stood = was.state.terms?.policy ?? null;
  const policy = would.state.terms?.policy ?? stood;
  return {
    ...found,
    policy: policy as Policy,
    stood,
    lots: was.state.lots.flatMap((lot, place) => {
      const [ended, otherwise] = [endOf(was.state, place), endOf(would.state, place)];
      const { lot: id, number } = lot.terms;
      return ended === null || otherwise === null || isDeepStrictEqual(ended, otherwise)
        ? []
        : [{ lot: id, number, was: ended, would: otherwise }];
    }),
  };
}

function endOf(state: AuctionState, place: number): LotEnd | null {
  const lot = state.lots[place];
  if (lot === undefined) return null;
  const winner = lot.phase === 'closed' ? winnerOf(lot) : lot.leader;
  const paddle = winner === null ? null : (state.paddles.get(winner) ?? null);
  return { result: reportedResult(lot), priceCents: priceCentsOf(lot), winner, paddle };
}
