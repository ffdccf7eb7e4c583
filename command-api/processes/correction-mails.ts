import type { Correction } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent, LotSale } from '@saleyard/domain/auction/events.ts';
import { isOnFloor, isPractice, VENDOR } from '@saleyard/domain/auction/ids.ts';
import { winnerOf } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { Unit } from '@saleyard/domain/auction/terms.ts';
import { formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { CORRECTED_IN_SENTENCES, RESULTS_IN_SENTENCES } from '@saleyard/domain/presentation/lots.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import correctedSaleMail, { type CorrectedFor } from '@saleyard/mails/corrected-sale.mail.ts';
import type { RenderedMail } from '@saleyard/mails/layout.ts';
import lotOfferMail from '@saleyard/mails/lot-offer.mail.ts';
import offerEndedMail from '@saleyard/mails/offer-ended.mail.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { MAIL_LATE_MS, type MailOnceParts, mailOnce } from './mail-once.ts';
import type { EventsOfProcess } from './process-backlog.ts';
import type { ProcessManager } from './process-manager.ts';
import { saleStates } from './sale-states.ts';

type Corrected = Extract<AuctionEvent, { type: 'SaleCorrected' }>['data'];
type Proposed = Extract<AuctionEvent, { type: 'CorrectionProposed' }>['data'];

/** The events that may end an offer without its answer [C5]. */
const MAY_END_OFFER: ReadonlySet<string> = new Set<AuctionEvent['type']>([
  'CorrectionProposed',
  'CorrectionDeclined',
  'SaleCorrected',
  'FloorBuyerNamed',
  'BuyerNumberAssigned',
  'LotSoldAfter',
  'LotReopened',
  'LotReinstated',
]);

export const EVENTS_OF_CORRECTION_MAILS: EventsOfProcess<'correction-mails'> = {
  name: 'correction-mails',
  streams: [STREAMS.auction.prefix],
  concerns: ({ type, stream, meta }, now) =>
    MAY_END_OFFER.has(type) && !isPractice(stream) && now - meta.at < MAIL_LATE_MS,
};

/** What the e-mails say of a lot. `vendor`: the account that listed it; '' where staff entered it. */
export type CorrectedLot = {
  saleTitle: string;
  number: string;
  title: string;
  /** The path of its result. */
  address: string;
  unit: Unit;
  vendor: string;
};

export type CorrectionMailsParts = MailOnceParts & {
  log: EventLog;
  /** The web's public address. */
  siteOrigin: string;
  /** A lot of a sale; null while the read models are behind. */
  lotOf(auction: string, lot: string): Promise<CorrectedLot | null>;
};

const BEFORE = { ...RESULTS_IN_SENTENCES, soldAfterAuction: 'sold after the auction' } as const;

/** A price is named only where the lot was sold. */
const beforeText = ({ result, buyer, cents }: LotSale, unit: Unit): string =>
  buyer === null || cents === null
    ? BEFORE[result]
    : `${BEFORE[result]} at ${formatPriceWithUnit(cents, unit)}`;

const nowText = ({ outcome, cents }: Correction, unit: Unit): string =>
  outcome !== 'sold' || cents === null
    ? CORRECTED_IN_SENTENCES[outcome]
    : `${CORRECTED_IN_SENTENCES.sold} at ${formatPriceWithUnit(cents, unit)}`;

const accountOf = (buyer: string | null): string | null =>
  buyer === null || buyer === VENDOR || isOnFloor(buyer) ? null : buyer;

/** The accounts to which a correction is mailed, and as whom: who sold the lot, who bought it, and who buys it now. */
function concernedBy(vendor: string, { correction, was }: Corrected): ReadonlyMap<string, CorrectedFor> {
  const before = accountOf(was.buyer);
  const now = accountOf(correction.buyer);
  const concerned = new Map<string, CorrectedFor>();
  if (vendor !== '') concerned.set(vendor, 'vendor');
  if (before !== null) concerned.set(before, before === now ? 'buyer' : 'formerBuyer');
  if (now !== null && now !== before) concerned.set(now, 'newBuyer');
  return concerned;
}

type Offer = { lot: string; account: string; cents: number };

/** The lots that are offered to accounts, by id. */
function offersIn({ lots }: AuctionState): ReadonlyMap<string, Offer> {
  const offers = new Map<string, Offer>();
  for (const { proposal, terms } of lots) {
    if (proposal?.awaits !== 'buyer') continue;
    const { buyer, cents } = proposal.correction;
    if (buyer !== null && cents !== null) offers.set(terms.lot, { lot: terms.lot, account: buyer, cents });
  }
  return offers;
}

/** The offers that an event ended without the lot becoming the account's. `before`, `after`: its sale around it. */
function endedOffers(before: AuctionState, after: AuctionState): Offer[] {
  const offers = offersIn(after);
  const winners = new Map(after.lots.map((lot) => [lot.terms.lot, winnerOf(lot)]));
  return [...offersIn(before).values()].filter(
    ({ lot, account }) => offers.get(lot)?.account !== account && winners.get(lot) !== account,
  );
}

/** Mails a correction to the vendor and to the buyers before and after it, and an offer and its end to the account that must agree. */
export function correctionMails(parts: CorrectionMailsParts): ProcessManager<'correction-mails'> {
  const { directory, log, siteOrigin: origin, lotOf } = parts;
  const saleAt = saleStates(log);

  const endedBy = async ({ stream, revision }: RecordedEvent): Promise<Offer[]> => {
    const before = await saleAt(stream, revision - 1);
    return endedOffers(before, await saleAt(stream, revision));
  };

  const lotShown = async (auction: string, lot: string): Promise<CorrectedLot> => {
    const found = await lotOf(auction, lot);
    if (found === null) throw new Error(`the read models do not show the lot ${lot} yet`);
    return found;
  };

  const send = async (
    cause: string,
    account: string,
    mailTo: (firstName: string) => RenderedMail,
  ): Promise<void> => {
    const person = await directory.personOf(account);
    if (!person?.email) return;
    const { email: to, firstName } = person;
    const id = eventIdOf(`${cause}:${account}`, 0);
    await mailOnce(parts, { id, account, to, ...mailTo(firstName) }, 'an e-mail about a correction');
  };

  return {
    ...EVENTS_OF_CORRECTION_MAILS,
    async act(event) {
      const { id, type, data } = event;
      const auction = idOf(STREAMS.auction, event.stream);
      for (const { lot, account, cents } of await endedBy(event)) {
        const { vendor, unit, ...mailed } = await lotShown(auction, lot);
        const price = formatPriceWithUnit(cents, unit);
        await send(`${id}:${lot}:ended`, account, (firstName) =>
          offerEndedMail({ origin, firstName, ...mailed, price }),
        );
      }
      if (type !== 'SaleCorrected' && type !== 'CorrectionProposed') return;
      const { lot, correction } = data as Corrected | Proposed;
      const { vendor, unit, ...mailed } = await lotShown(auction, lot);
      const { buyer, cents, reason } = correction;
      if (type === 'CorrectionProposed') {
        if ((data as Proposed).awaits !== 'buyer' || buyer === null || cents === null) return;
        await send(id, buyer, (firstName) =>
          lotOfferMail({ origin, firstName, ...mailed, price: formatPriceWithUnit(cents, unit), reason }),
        );
        return;
      }
      const corrected = data as Corrected;
      for (const [account, as] of concernedBy(vendor, corrected)) {
        await send(id, account, (firstName) =>
          correctedSaleMail({
            origin,
            firstName,
            as,
            ...mailed,
            before: beforeText(corrected.was, unit),
            now: nowText(correction, unit),
            reason,
          }),
        );
      }
    },
  };
}
