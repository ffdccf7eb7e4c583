import type { Reminder, ReminderKind } from '@saleyard/domain/account/events.ts';
import { type AuctionId, isPractice } from '@saleyard/domain/auction/ids.ts';
import { speciesOf } from '@saleyard/domain/listing/species.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { withLease } from '@saleyard/platform/leases/lease-term.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { SmsRefused, type SmsSender } from '@saleyard/platform/sms/port.ts';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import type { EventsOfProcess } from './process-backlog.ts';
import type { ProcessManager } from './process-manager.ts';
import type { SentMessages } from './sent-messages.ts';

/** ms after an event from which no reminders of it are sent: a node that was down does not send old news. */
const LATE_MS = 30 * 60_000;
/** ms before a sale goes live at which `TenDaysReminder` is due, and between two checks for such sales. */
const TEN_DAYS_MS = 10 * 24 * 3_600_000;
const POLL_MS = 60_000;

/** The fields of a sale in a reminder. `auction`: its id. */
export type RemindedSale = {
  auction: AuctionId;
  title: string;
  searchNumber: number;
  kind: KindType;
  public: boolean;
  allowAutoBid: boolean;
};

export type SaleRemindersParts = {
  directory: Pick<AccountDirectory, 'personOf'>;
  sms: SmsSender;
  messages: SentMessages;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  /** The web's public address. */
  siteOrigin: string;
  saleOf(auction: AuctionId): Promise<RemindedSale | null>;
  /** The public sales that go live after `from` and not after `to`, ms since the epoch. */
  salesToGoLive(from: number, to: number): Promise<readonly RemindedSale[]>;
  /** The accounts with a reminder. */
  reminded(kind: ReminderKind, reminder: Reminder): AsyncIterable<string>;
};

/** The reminder switch for each event, and how its message begins. */
const REMINDERS: Readonly<Record<string, { reminder: Reminder; says: string }>> = {
  AuctionOpened: { reminder: 'AuctionOpenReminder', says: 'Auto-Bids are Open' },
  AuctionWentLive: { reminder: 'OneDayReminder', says: 'Auction is Live' },
};

export const EVENTS_OF_SALE_REMINDERS: EventsOfProcess<'sale-reminders'> = {
  name: 'sale-reminders',
  streams: [STREAMS.auction.prefix],
  concerns: ({ type, stream, meta }, now) =>
    Object.hasOwn(REMINDERS, type) && !isPractice(stream) && now - meta.at < LATE_MS,
};

const MOBILE = /^04\d{8}$/;

export type SaleReminders = ProcessManager<'sale-reminders'> & {
  /** Sends the reminders due ten days before sales. May be repeated. */
  remindOfSalesToCome(): Promise<void>;
};

/**
 * Text reminders ten days before a public sale, when it opens for auto-bids and when it goes live, to the people who
 * switched them on for its kind of stock. The id of a message is derived from its event and the account, and the log
 * says which were sent, so that nothing is sent twice.
 */
export function saleReminders(parts: SaleRemindersParts): SaleReminders {
  const { directory, sms, messages, clock, logger, siteOrigin, saleOf, salesToGoLive, reminded } = parts;

  const remindOne = async (cause: string, account: string, text: string): Promise<void> => {
    const id = eventIdOf(`${cause}:${account}`, 0);
    const person = await directory.personOf(account);
    const to = [person?.phone, person?.secondaryPhone].find((phone) => phone && MOBILE.test(phone));
    if (to === undefined) return;
    await messages.sendOnce({ key: id, account, channel: 'sms' }, async () => {
      try {
        await sms.send({ id, account, to, text });
      } catch (error) {
        if (!(error instanceof SmsRefused)) throw error;
        logger.warn({ account, err: error }, 'a reminder was refused');
      }
    });
  };

  /** `cause`: identifies the reminder, which is sent once. */
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
    ...EVENTS_OF_SALE_REMINDERS,
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

/** Checks each minute for reminders due ten days before sales; one node does. Ends with `signal`. */
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
