import type { Reminder, ReminderKind } from '@saleyard/domain/account/events.ts';
import { type AuctionId, isPractice } from '@saleyard/domain/auction/ids.ts';
import { speciesOf } from '@saleyard/domain/listing/species.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { withLease } from '@saleyard/platform/leases/lease-term.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { SmsRefused, type SmsSender } from '@saleyard/platform/sms/port.ts';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import type { ConcernOfProcess } from './process-backlog.ts';
import type { ProcessManager } from './process-manager.ts';

/** ms after an event from which nobody is reminded of it any more: a node that was out does not send old news. */
const LATE_MS = 30 * 60_000;
/** ms before a sale goes live at which `TenDaysReminder` is due, and between two looks for such sales. */
const TEN_DAYS_MS = 10 * 24 * 3_600_000;
const POLL_MS = 60_000;
/** The collection of reminders that were sent; no projection owns it. */
const SENT = 'sent-reminders';
/** ms for which it is known; longer than anything is sent late. */
const SENT_KEPT_MS = 24 * 3_600_000;

/** What a reminder says of a sale. `auction`: its id. */
export type RemindedSale = {
  auction: AuctionId;
  title: string;
  searchNumber: number;
  kind: KindType;
  public: boolean;
  allowAutoBid: boolean;
};

export type SaleRemindersParts = {
  documents: Documents;
  directory: Pick<AccountDirectory, 'personOf'>;
  sms: SmsSender;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  /** The web's origin, as people type it. */
  siteOrigin: string;
  saleOf(auction: AuctionId): Promise<RemindedSale | null>;
  /** The public sales that are to go live after `from` and not after `to`, ms since the epoch. */
  salesToGoLive(from: number, to: number): Promise<readonly RemindedSale[]>;
  /** The accounts that want a reminder. */
  reminded(kind: ReminderKind, reminder: Reminder): AsyncIterable<string>;
};

/** Which switch of an account is for which event, and what the message begins with. */
const REMINDERS: Readonly<Record<string, { reminder: Reminder; says: string }>> = {
  AuctionOpened: { reminder: 'AuctionOpenReminder', says: 'Auto-Bids are Open' },
  AuctionWentLive: { reminder: 'OneDayReminder', says: 'Auction is Live' },
};

export const CONCERN_OF_SALE_REMINDERS: ConcernOfProcess<'sale-reminders'> = {
  name: 'sale-reminders',
  streams: [STREAMS.auction.prefix],
  concerns: ({ type, stream, meta }, now) =>
    Object.hasOwn(REMINDERS, type) && !isPractice(stream) && now - meta.at < LATE_MS,
};

const MOBILE = /^04\d{8}$/;

export type SaleReminders = ProcessManager<'sale-reminders'> & {
  /** Sends what is due ten days before sales, now. May be repeated. */
  remindOfSalesToCome(): Promise<void>;
};

/**
 * Text reminders ten days before a public sale, when it opens for auto-bids and when it goes live, to the people who
 * switched them on for its kind of stock. The id of a message is derived from what it is about and the account, and a
 * message that was sent is noted, so that a repetition sends nothing twice.
 */
export async function saleReminders(parts: SaleRemindersParts): Promise<SaleReminders> {
  const { documents, directory, sms, clock, logger, siteOrigin, saleOf, salesToGoLive, reminded } = parts;
  await documents.declare([{ name: SENT }]);

  const remindOne = async (cause: string, account: string, text: string): Promise<void> => {
    const id = eventIdOf(`${cause}:${account}`, 0);
    if ((await documents.get(SENT, id)) !== undefined) return;
    const person = await directory.personOf(account);
    const to = [person?.phone, person?.secondaryPhone].find((phone) => phone && MOBILE.test(phone));
    if (to === undefined) return;
    try {
      await sms.send({ id, account, to, text });
    } catch (error) {
      if (!(error instanceof SmsRefused)) throw error;
      logger.warn({ account, err: error }, 'a reminder was refused');
    }
    await documents.upsert(SENT, id, { account }, clock.now() + SENT_KEPT_MS);
  };

  /** `cause`: what is reminded of, once. */
  const remind = async (
    cause: string,
    reminder: Reminder,
    says: string,
    { title, searchNumber, kind }: RemindedSale,
  ): Promise<void> => {
    const text = `${says}: ${title}, auction no. ${searchNumber}. ${siteOrigin}/auction-live/${searchNumber}`;
    for await (const account of reminded(speciesOf(kind), reminder)) await remindOne(cause, account, text);
  };

  return {
    ...CONCERN_OF_SALE_REMINDERS,
    async act(event) {
      const auction = idOf(STREAMS.auction, event.stream);
      const { reminder, says } = REMINDERS[event.type] ?? {};
      const sale = await saleOf(auction);
      if (reminder === undefined || sale === null || !sale.public) return;
      if (reminder === 'AuctionOpenReminder' && !sale.allowAutoBid) return;
      await remind(event.id, reminder, says ?? '', sale);
    },
    async remindOfSalesToCome() {
      const to = clock.now() + TEN_DAYS_MS;
      for (const sale of await salesToGoLive(to - LATE_MS, to))
        await remind(`ten-days:${sale.auction}`, 'TenDaysReminder', 'Auction in 10 days', sale);
    },
  };
}

/** Looks each minute for sales of which people are to be reminded ten days before; one node does. Ends with `signal`. */
export async function remindTenDaysBefore(
  reminders: Pick<SaleReminders, 'remindOfSalesToCome'>,
  {
    leases,
    clock,
    logger,
    signal,
  }: { leases: Leases; clock: Clock; logger: Pick<Logger, 'warn'>; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await withLease(leases, clock, 'process.ten-days-reminders', signal, async (term) => {
      while (!term.aborted) {
        await reminders.remindOfSalesToCome().catch((error: unknown) => {
          logger.warn({ err: error }, 'reminders could not be sent; they are tried again');
        });
        await pause(clock, POLL_MS, term);
      }
    });
  }
}
