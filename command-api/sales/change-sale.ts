import type { CommandActor, CommandReply } from '@saleyard/contract/commands.ts';
import type { ErrorCode } from '@saleyard/contract/errors.ts';
import type { ChangeSaleBody, SaleSchedule } from '@saleyard/contract/staff.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { settingsOf } from '@saleyard/domain/auction/sale-settings.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { type AuctionDetails, type AuctionTerms, stateOf } from '@saleyard/domain/auction/terms.ts';
import { kindOf, STREAMS } from '@saleyard/domain/streams.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { refusalOf, type SubmitCommand } from '../engine-replies.ts';
import { loadAggregate } from '../handle-command.ts';
import { numberProblems, type SaleProblem, settingsProblems, termsProblems } from './sale-rules.ts';
import { contradiction, termsOf } from './schedule-sale.ts';

/** A sale that was scheduled, from the log. */
export type ScheduledSale = AuctionState & { details: AuctionDetails; terms: AuctionTerms };

/** A sale by its id; a refusal when there is none, or it is for practice. @throws EventLogUnavailable */
export async function scheduledSale(
  parts: { log: EventLog },
  auction: string,
): Promise<ScheduledSale | Refusal> {
  if (kindOf(auctionStream(auction))?.audience !== 'everyone') return refusal('not-found');
  const { state } = await loadAggregate(parts, STREAMS.auction, auction);
  const { details, terms } = state;
  return details === null || terms === null ? refusal('not-found') : { ...state, details, terms };
}

/** The schedule of a sale as staff change it. */
export function scheduleOf(auction: string, sale: ScheduledSale): SaleSchedule {
  const { details, terms, phase, cancelledAt, version, lots } = sale;
  const { searchNumber, aliasSeed: _seed, practice: _none, settings: _set, ...texts } = details;
  const { lotValueCents: _limit, rules: _rules, ...how } = terms;
  const { usefulLinks, auctionTags, additionalDateInfo, specificAgents, ...settings } = settingsOf(details);
  const opened = phase === 'future' ? null : ('opened' as const);
  return {
    _id: auction,
    searchNumber,
    revision: version,
    closedBy: cancelledAt === undefined ? opened : 'cancelled',
    details: {
      ...texts,
      states: texts.states.flatMap(
        (state) => state as NonNullable<SaleSchedule['details']['states']>[number],
      ),
      auctionTabs: [...texts.auctionTabs],
      settings: {
        ...settings,
        usefulLinks: [...usefulLinks],
        auctionTags: [...auctionTags],
        additionalDateInfo: [...additionalDateInfo],
        specificAgents: specificAgents && [...specificAgents],
      },
    },
    terms: how,
    lots: lots.map(({ terms: { lot, number } }) => ({ _id: lot, number })),
  };
}

/** What refusals of a change say, where the code's own message is about something else. */
const SAYS: Partial<Record<ErrorCode, string>> = {
  'already-scheduled': 'This sale has opened or is cancelled: it can no longer be changed.',
  'changed-elsewhere': 'Somebody else changed this in the meantime. Reload it and make your change again.',
};

/** The version of the sale after a change that the engine decided, or why it was refused. */
export function changedTo(
  auction: string,
  reply: CommandReply,
): { data: { _id: string; revision: number }; position: number } | Refusal {
  const refused = refusalOf(reply);
  if (reply.outcome !== 'decided') return refused ?? refusal('internal-error');
  if (refused === null) return { data: { _id: auction, revision: reply.seq + 1 }, position: reply.position };
  const message = SAYS[reply.code as ErrorCode];
  if (message === undefined) return { ...refused, position: reply.position };
  return { ...refusal(reply.code as ErrorCode, { message }), position: reply.position };
}

/** Lot numbers that a message names before it counts the others. */
const NUMBERS_NAMED = 10;

/**
 * Sections that lots of the sale are in and that a change would remove: their lots would be in no section, unnoticed.
 * A sale without sections shows all lots together. @throws EventLogUnavailable
 */
async function sectionProblems(
  parts: { log: EventLog },
  { details: before, lots }: ScheduledSale,
  { requiresTabs = false, auctionTabs = [] }: ChangeSaleBody['details'],
): Promise<SaleProblem[]> {
  const names = new Set(auctionTabs.map(({ tabName }) => tabName));
  const isSame = before.requiresTabs && before.auctionTabs.every(({ tabName }) => names.has(tabName));
  if (!requiresTabs || isSame) return [];
  const removed = new Map<string, string[]>();
  for (const { terms } of lots) {
    const { state } = await loadAggregate(parts, STREAMS.listing, terms.lot);
    const section = String(state?.content.details['allocatedSection'] ?? '');
    if (section !== '' && !names.has(section))
      removed.set(section, [...(removed.get(section) ?? []), terms.number]);
  }
  return [...removed].map(([section, numbers]) => {
    const others = numbers.length - NUMBERS_NAMED;
    const named = numbers.slice(0, NUMBERS_NAMED).join(', ');
    const which = `${numbers.length === 1 ? 'Lot' : 'Lots'} ${named}${others > 0 ? ` and ${others} more` : ''}`;
    const message = `${which} ${numbers.length === 1 ? 'is' : 'are'} in the section ${section}. Keep the section, or move its lots to another one first.`;
    return { field: 'details.auctionTabs', message };
  });
}

/**
 * Changes the schedule of a sale until it opens [T24]. Its number and the seed of its paddles stay, and so does its
 * kind: its lots are of that kind. @throws EventLogUnavailable
 */
export async function changeSale(
  parts: { log: EventLog; clock: Clock; submit: SubmitCommand },
  { auction, commandId, ...request }: ChangeSaleBody & { auction: string; commandId: string },
  actor: CommandActor,
) {
  const sale = await scheduledSale(parts, auction);
  if (isRefusal(sale)) return sale;
  const { details, terms, lots, revision } = request;
  const body: CommandBody = {
    type: 'schedule',
    details: detailsOf(sale, details),
    terms: termsOf(terms),
    after: revision,
    ...(lots !== undefined && { lots: lots.map(({ _id: lot, number }) => ({ lot, number })) }),
  };
  // Once the sale has opened, or was changed, that is the reason, also if more is wrong.
  const isRead = sale.phase === 'future' && (sale.scheduledIn ?? 0) <= revision;
  if (isRead) {
    const problems = [
      ...(details.kind === sale.details.kind
        ? []
        : [{ field: 'details.kind', message: 'the kind of a scheduled sale stays as it is' }]),
      ...termsProblems(terms, parts.clock.now()),
      ...settingsProblems(details, terms),
      ...numberProblems(lots ?? []),
      ...(await sectionProblems(parts, sale, details)),
    ];
    if (problems.length > 0) return contradiction(problems);
  }
  return changedTo(auction, await parts.submit({ auction, commandId, actor, body }));
}

function detailsOf(sale: ScheduledSale, details: ChangeSaleBody['details']): AuctionDetails {
  const { searchNumber, aliasSeed } = sale.details;
  const { states, settings } = details;
  return {
    searchNumber,
    title: details.title,
    description: details.description ?? '',
    kind: details.kind,
    public: details.public ?? true,
    states: states ?? statesOf(sale),
    requiresTabs: details.requiresTabs ?? false,
    auctionTabs: details.auctionTabs ?? [],
    aliasSeed,
    ...(settings !== undefined && { settings }),
  };
}

/** The states that the lots of a sale are in. */
const statesOf = ({ lots }: ScheduledSale): string[] =>
  [...new Set(lots.map(({ terms }) => stateOf(terms)))].filter((state) => state !== '').sort();
