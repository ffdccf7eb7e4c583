import { isDeepStrictEqual } from 'node:util';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { isPractice } from '@saleyard/domain/auction/ids.ts';
import { settingsOf } from '@saleyard/domain/auction/sale-settings.ts';
import { lotIn } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { AuctionDetails, LotDescription, LotTerms } from '@saleyard/domain/auction/terms.ts';
import { catalogueFields, personalFields } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import type { Listing } from '@saleyard/domain/listing/state.ts';
import { formatCount, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import { fieldText } from '@saleyard/domain/presentation/field-text.ts';
import { lotLabel, titleOf } from '@saleyard/domain/presentation/lots.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import lotChangedMail from '@saleyard/mails/lot-changed.mail.ts';
import saleChangedMail from '@saleyard/mails/sale-changed.mail.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { eventIn, statesOf } from '../aggregate-states.ts';
import { loadAggregate } from '../handle-command.ts';
import { MAIL_LATE_MS, type MailOnceParts, mailOnce } from './mail-once.ts';
import type { EventsOfProcess } from './process-backlog.ts';
import type { ProcessManager } from './process-manager.ts';

type Scheduled = Extract<AuctionEvent, { type: 'AuctionScheduled' }>['data'];
type Catalogued = Extract<AuctionEvent, { type: 'LotsCatalogued' }>['data'];

/** A change of the schedule, and not what it began with. */
const isChange = ({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): boolean =>
  (type === 'AuctionScheduled' && (data as Scheduled).after !== undefined) ||
  (type === 'LotsCatalogued' && (data as Catalogued).place !== undefined);

export const EVENTS_OF_SCHEDULE_MAILS: EventsOfProcess<'schedule-mails'> = {
  name: 'schedule-mails',
  streams: [STREAMS.auction.prefix],
  concerns: (event, now) =>
    isChange(event) && !isPractice(event.stream) && now - event.meta.at < MAIL_LATE_MS,
};

export type ScheduleMailsParts = MailOnceParts & {
  log: EventLog;
  /** The web's public address. */
  siteOrigin: string;
  /** The accounts that watch one of these lots. */
  watchersOf(lots: readonly string[]): AsyncIterable<string>;
  /** At least all listings that await approval for a sale. */
  pendingOf(auction: string): Promise<readonly string[]>;
};

type Mail = ReturnType<typeof saleChangedMail>;
type Sale = AuctionState & { details: AuctionDetails };

/**
 * Notifies the sellers and the watchers of a sale by e-mail when staff move it, and a seller when staff change or number
 * their lot. Each person gets one e-mail for each change, whose id is derived from its event and the account.
 */
export function scheduleMails(parts: ScheduleMailsParts): ProcessManager<'schedule-mails'> {
  const { log, directory, siteOrigin: origin, watchersOf, pendingOf } = parts;
  const states = statesOf(log);

  const send = async (event: RecordedEvent, account: string, mail: Mail): Promise<void> => {
    const [known, person] = await Promise.all([directory.account(account), directory.personOf(account)]);
    if (known === null || known.isSuspended || !person?.email) return;
    const id = eventIdOf(`${event.id}:${account}`, 0);
    await mailOnce(parts, { id, account, to: person.email, ...mail }, 'an e-mail about a changed sale');
  };

  /** The sale before an event of its stream and after it; null when it was not scheduled before. */
  const around = async (event: RecordedEvent): Promise<{ before: Sale; after: Sale } | null> => {
    const kind = STREAMS.auction;
    const before = await states.stateAt(kind, idOf(kind, event.stream), event.revision - 1);
    const after = kind.decider.evolve(before, eventIn<AuctionEvent>(event));
    return before.details === null || after.details === null
      ? null
      : { before: { ...before, details: before.details }, after: { ...after, details: after.details } };
  };

  const listingAt = async (description: LotDescription | null): Promise<Listing | null> => {
    if (description?.kept !== 'listing') return null;
    return states.stateAt(STREAMS.listing, description.listing, description.revision);
  };

  const titleIn = async ({ description, count }: LotTerms): Promise<string> => {
    const title = (await listingAt(description))?.content.details['title'];
    return titleOf(typeof title === 'string' ? title : null, count);
  };

  /** The sellers of lots that await approval for a sale. */
  const pendingSellers = async (auction: string): Promise<string[]> => {
    const sellers: string[] = [];
    for (const listing of await pendingOf(auction)) {
      const { state } = await loadAggregate(parts, STREAMS.listing, listing);
      if (state?.phase === 'submitted' && state.auction === auction) sellers.push(state.createdBy);
    }
    return sellers;
  };

  const ofSale = async (event: RecordedEvent): Promise<void> => {
    const sale = await around(event);
    if (sale === null) return;
    const { before, after } = sale;
    const times = ({ openAt, liveAt }: Sale) => ({
      openAt: formatDateTimeWithZone(openAt ?? 0),
      liveAt: formatDateTimeWithZone(liveAt ?? 0),
    });
    const isMoved = before.openAt !== after.openAt || before.liveAt !== after.liveAt;
    const moved = isMoved ? { before: times(before), now: times(after) } : null;
    const offered = after.lots.filter(({ phase }) => phase !== 'closed').map(({ terms }) => terms);
    const numberOf = (id: string) => lotIn(before, id)?.terms.number;
    const data = { origin, sale: named(after), moved };
    const pending = isMoved ? await pendingSellers(idOf(STREAMS.auction, event.stream)) : [];
    const sellers = new Set([...offered.map(({ createdBy }) => createdBy), ...pending]);
    for (const seller of sellers) {
      const changed = offered.filter(
        ({ lot, number, createdBy }) => createdBy === seller && numberOf(lot) !== number,
      );
      const renumbered = await Promise.all(
        changed.map(async (terms) => ({
          title: await titleIn(terms),
          before: numberOf(terms.lot) ?? '',
          now: terms.number,
        })),
      );
      if (seller === event.meta.actor.id || (moved === null && renumbered.length === 0)) continue;
      await send(event, seller, saleChangedMail({ ...data, renumbered, reader: 'seller' }));
    }
    if (moved === null || offered.length === 0) return;
    const mail = saleChangedMail({ ...data, renumbered: [], reader: 'watcher' });
    for await (const account of watchersOf(offered.map(({ lot }) => lot)))
      if (!sellers.has(account)) await send(event, account, mail);
  };

  const ofLot = async (event: RecordedEvent): Promise<void> => {
    const sale = await around(event);
    const [terms] = (event.data as Catalogued).lots;
    if (sale === null || terms === undefined || terms.createdBy === event.meta.actor.id) return;
    const { before, after } = sale;
    const was = lotIn(before, terms.lot);
    const is = lotIn(after, terms.lot);
    if (was === undefined || is === undefined) return;
    const [written, now] = await Promise.all([
      listingAt(was.terms.description),
      listingAt(is.terms.description),
    ]);
    const changes = [
      ...termChanges(was.terms, is.terms),
      ...(was.index === is.index ? [] : [`Place in the catalogue: ${is.index + 1} (was ${was.index + 1})`]),
      ...textChanges(written, now),
      ...(isDeepStrictEqual(written?.content.media, now?.content.media)
        ? []
        : ['Photos and videos were changed']),
    ];
    if (changes.length === 0) return;
    const label = lotLabel({ ...is.terms, state: is.phase }, settingsOf(after.details));
    const lot = { ...is.terms, label, title: await titleIn(is.terms) };
    await send(event, terms.createdBy, lotChangedMail({ origin, sale: named(after), lot, changes }));
  };

  return {
    ...EVENTS_OF_SCHEDULE_MAILS,
    act: (event) => (event.type === 'AuctionScheduled' ? ofSale(event) : ofLot(event)),
  };
}

const named = ({ details: { searchNumber, title, kind } }: Sale) => ({
  searchNumber,
  title,
  kindData: { title: FORMS[kind].title },
});

/** What differs of a lot's terms. */
function termChanges(was: LotTerms, is: LotTerms): string[] {
  const price = (cents: number | null, { unit }: LotTerms) => formatPriceWithUnit(cents, unit, 'none');
  const facts = [
    ['Number', was.number, is.number],
    ['Head', formatCount(was.count), formatCount(is.count)],
    ['Start price', price(was.startCents, was), price(is.startCents, is)],
    ['Increment', price(was.incrementCents, was), price(is.incrementCents, is)],
    ['Reserve', price(was.reserveCents, was), price(is.reserveCents, is)],
    ['Vendor bids', String(was.maxVendorBids), String(is.maxVendorBids)],
  ] as const;
  return facts.flatMap(([name, before, now]) => (before === now ? [] : [`${name}: ${now} (was ${before})`]));
}

/** The fields of the form that differ. Personal values are named only. */
function textChanges(was: Listing | null, is: Listing | null): string[] {
  if (was === null || is === null) return [];
  const form = FORMS[is.kind];
  const personal = personalFields(form);
  return catalogueFields(form).flatMap((field) => {
    const { name, title } = field;
    if (personal.has(name))
      return was.content.sealed[name] === is.content.sealed[name] ? [] : [`${title} was changed`];
    const [before, now] = [was, is].map(
      ({ content }) => fieldText(field, content.details[name] ?? null) || 'none',
    );
    return before === now ? [] : [`${title}: ${now} (was ${before})`];
  });
}
