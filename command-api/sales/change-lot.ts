import type { CommandActor } from '@saleyard/contract/commands.ts';
import type { CatalogueLotChange, LotBody } from '@saleyard/contract/lots.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { decide } from '@saleyard/domain/auction/decide.ts';
import { decisionOf } from '@saleyard/domain/auction/decision.ts';
import { lotIn } from '@saleyard/domain/auction/standing.ts';
import type { LotTerms } from '@saleyard/domain/auction/terms.ts';
import type { ContentChange } from '@saleyard/domain/listing/content.ts';
import { numberKey } from '@saleyard/domain/listing/forms/catalogue.ts';
import { catalogueFields } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { headWeights, isWeighedField } from '@saleyard/domain/listing/forms/lot-view.ts';
import type { Listing } from '@saleyard/domain/listing/state.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { isRefusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { retrySoon, type SubmitCommand } from '../engine-replies.ts';
import { loadForCommand } from '../handle-command.ts';
import { lotOfListing } from '../listings/enter-listings.ts';
import { listingRefusal } from '../listings/listing-refusals.ts';
import { handleListing, openPersonal } from '../listings/personal-fields.ts';
import { changedTo, type ScheduledSale, scheduledSale } from './change-sale.ts';
import { lotsProblems, type SaleProblem } from './sale-rules.ts';
import { contradiction } from './schedule-sale.ts';

type Parts = { log: EventLog; clock: Clock; secrets: Secrets; submit: SubmitCommand };

export type LotChange = {
  auction: string;
  lot: string;
  change: CatalogueLotChange;
  /** From 1. */
  place?: number | undefined;
  revision: number;
  commandId: string;
};

const TERMS = [
  'unit',
  'count',
  'startCents',
  'incrementCents',
  'reserveCents',
  'maxVendorBids',
  'media',
] as const;

/** What the change sets in the listing; its number and place are the sale's. */
function contentChange(kind: Listing['kind'], change: CatalogueLotChange): ContentChange {
  const stated = TERMS.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]] as const]));
  const members: Readonly<Record<string, unknown>> = change;
  const details = catalogueFields(FORMS[kind]).flatMap(({ name }) => {
    const value = members[name] as string | number | boolean | readonly string[] | null | undefined;
    if (value === undefined) return [];
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
    return [[name, isEmpty ? null : value] as const];
  });
  return {
    ...Object.fromEntries(stated),
    ...(details.length > 0 && {
      details: Object.fromEntries(details) as NonNullable<ContentChange['details']>,
    }),
  };
}

/** What undoes the change, with the listing's personal values in clear. */
function contentBefore(
  { content }: Listing,
  change: ContentChange,
  opened: Readonly<Record<string, { value: string }>>,
): ContentChange {
  const terms = TERMS.flatMap((name) => (change[name] === undefined ? [] : [[name, content[name]] as const]));
  const details = Object.keys(change.details ?? {}).map(
    (name) => [name, content.details[name] ?? opened[name]?.value ?? null] as const,
  );
  return {
    ...Object.fromEntries(terms),
    ...(details.length > 0 && {
      details: Object.fromEntries(details) as NonNullable<ContentChange['details']>,
    }),
  };
}

/** The lot as it would be entered now, in clear: it is held against the rules of catalogues as a whole. */
function entryAfter(
  { kind, content }: Listing,
  change: CatalogueLotChange,
  opened: Readonly<Record<string, { value: string }>>,
): LotBody {
  const { unit, count, startCents, incrementCents, reserveCents, maxVendorBids } = content;
  const known = catalogueFields(FORMS[kind]).flatMap(({ name }) => {
    const value = content.details[name] ?? opened[name]?.value;
    return value === undefined ? [] : [[name, value] as const];
  });
  const { number: _number, media: _media, ...stated } = change;
  return {
    ...Object.fromEntries(known),
    unit,
    count,
    startCents,
    incrementCents,
    reserveCents,
    maxVendorBids,
    ...stated,
  } as LotBody;
}

/** What of the change contradicts the head that were weighed. */
function weighingProblems({ kind, content }: Listing, change: CatalogueLotChange): SaleProblem[] {
  const weighed = content.countWeighed ?? 0;
  const tooFew =
    change.count !== undefined && change.count < weighed
      ? [
          {
            field: 'lot.count',
            message: `Number of Head must be at least ${weighed}, the number of head weighed`,
          },
        ]
      : [];
  if (headWeights(content).length === 0) return tooFew;
  const calculated = catalogueFields(FORMS[kind]).filter(
    ({ name }) => isWeighedField(name) && (change as Readonly<Record<string, unknown>>)[name] !== undefined,
  );
  return [
    ...tooFew,
    ...calculated.map(({ name, title }) => ({
      field: `lot.${name}`,
      message: `${title} is calculated from the head that were weighed, and cannot be changed`,
    })),
  ];
}

/**
 * Changes a lot of a sale that has not opened [T24]: first its listing, then the catalogue, which refers to it. When
 * the sale refuses it after all, because it opened in between, the listing is put back. A repetition with the same
 * command id completes what is missing. @throws EventLogUnavailable, SecretsUnavailable
 */
export async function changeLot(parts: Parts, request: LotChange, actor: CommandActor) {
  const { auction, lot: id, change, place, revision, commandId } = request;
  const sale = await scheduledSale(parts, auction);
  if (isRefusal(sale)) return sale;
  const found = lotIn(sale, id);
  if (found === undefined) return refusal('not-found');
  const { description } = found.terms;
  const edited = { id, commandId: eventIdOf(commandId, 0) };
  const { loaded, isRecorded } = await loadForCommand(parts, STREAMS.listing, edited);
  const { state: listing } = loaded;
  if (description?.kept !== 'listing' || listing?.phase !== 'approved') return refusal('not-editable');

  const bodyWith = (terms: LotTerms): CommandBody => ({
    type: 'catalogueLots',
    lots: [terms],
    after: revision,
    place: place === undefined ? found.index : place - 1,
  });
  const number = change.number ?? found.terms.number;
  if (sale.phase === 'future' && change.number !== undefined) {
    if (number.trim() === '')
      return contradiction([{ field: 'lot.number', message: 'number must not be blank' }]);
    const key = numberKey(number);
    if (sale.lots.some(({ terms }) => terms.lot !== id && numberKey(terms.number) === key))
      return refusal('number-taken');
  }
  const changes = contentChange(listing.kind, change);
  const opened = await openPersonal(parts.secrets, listing.createdBy, listing.content);
  if (!isRecorded && Object.keys(changes).length > 0) {
    const barred = refusedNow(sale, bodyWith({ ...found.terms, number }), parts.clock.now());
    if (barred !== null) return changedTo(auction, { outcome: 'decided', ...barred });
    // A late edit of its seller is on its way into the catalogue.
    if (loaded.revision !== description.revision && isBehind(listing, found.terms))
      return refusal('changed-elsewhere');
    const tabs = sale.details.requiresTabs
      ? sale.details.auctionTabs.map(({ tabName }) => tabName)
      : undefined;
    const problems = [
      ...lotsProblems(listing.kind, [entryAfter(listing, change, opened)], { tabs }).map((one) => ({
        ...one,
        field: one.field.replace('lots[0]', 'lot'),
      })),
      ...weighingProblems(listing, change),
    ];
    if (problems.length > 0) return contradiction(problems);
  }
  const edit = async (part: number, content: ContentChange, before: Listing) =>
    handleListing(parts, {
      id,
      account: before.createdBy,
      kind: before.kind,
      content: before.content,
      actor,
      commandId: eventIdOf(commandId, part),
      body: { type: 'edit', by: 'staff', changes: content },
      guard: (now) =>
        part === 0 && now.revision !== loaded.revision ? { code: 'changed-elsewhere', problems: [] } : null,
    });
  const done = await edit(0, changes, listing);
  if (done.outcome === 'refused') return listingRefusal(done.refusal);
  if (done.outcome !== 'accepted') return retrySoon(done.outcome);
  const { state: after } = done;
  const terms = after && lotOfListing(id, { state: after, revision: done.revision }, number);
  if (terms === null) return refusal('not-editable');
  const reply = await parts.submit({
    auction,
    commandId: eventIdOf(commandId, 1),
    actor,
    body: bodyWith(terms),
  });
  if (reply.outcome === 'decided' && !reply.accepted && done.events.length > 0) {
    const undone = await edit(2, contentBefore(listing, changes, opened), after ?? listing);
    if (undone.outcome !== 'accepted') return retrySoon('unknown');
  }
  return changedTo(auction, reply);
}

/** Whether the listing has other prices than its lot. */
const isBehind = ({ content }: Listing, { startCents, reserveCents }: LotTerms): boolean =>
  content.startCents !== startCents || content.reserveCents !== reserveCents;

/** The engine's own refusal of a change, before anything is written; null: it would be accepted. */
function refusedNow(sale: ScheduledSale, body: CommandBody, at: number) {
  const decision = decisionOf(decide(sale, { at, body }));
  if (decision?.outcome !== 'refused') return null;
  const { currentBidCents, leader, finishAt, lot, code } = decision;
  return {
    accepted: false,
    code,
    lot,
    currentBidCents,
    leader,
    finishAt,
    seq: sale.version - 1,
    position: -1,
  };
}
