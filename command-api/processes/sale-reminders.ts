import type { Reminder, ReminderKind } from '@saleyard/domain/account/events.ts';
import { type AuctionId, isPractice } from '@saleyard/domain/auction/ids.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { SmsRefused, type SmsSender } from '@saleyard/platform/sms/port.ts';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import type { ProcessManager } from './process-manager.ts';

/** ms after an event from which nobody is reminded of it any more: a node that was out does not send old news. */
const LATE_MS = 30 * 60_000;
/** The collection of reminders that were sent; no projection owns it. */
const SENT = 'sent-reminders';
/** ms for which it is known; longer than anything is sent late. */
const SENT_KEPT_MS = 24 * 3_600_000;

/** What a reminder says of a sale. */
export type RemindedSale = {
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
  /** The accounts that want a reminder. */
  reminded(kind: ReminderKind, reminder: Reminder): AsyncIterable<string>;
};

/** Which switch of an account is for which event, and what the message begins with. */
const REMINDERS: Readonly<Record<string, { reminder: Reminder; says: string }>> = {
  AuctionOpened: { reminder: 'AuctionOpenReminder', says: 'Auto-Bids are Open' },
  AuctionWentLive: { reminder: 'OneDayReminder', says: 'Auction is Live' },
};

/** Lambs of the abblamb kind are sheep. */
const reminderKind = (kind: KindType): ReminderKind => (kind === 'sheep-abblamb' ? 'sheep' : kind);

const MOBILE = /^04\d{8}$/;

/**
 * Text reminders when a public sale opens for auto-bids and when it goes live, to the people who switched them on for
 * its kind of stock. The id of a message is derived from the event and the account, and a message that was sent is
 * noted, so that a repetition sends nothing twice.
 */
export async function saleReminders(parts: SaleRemindersParts): Promise<ProcessManager> {
  const { documents, directory, sms, clock, logger, siteOrigin, saleOf, reminded } = parts;
  await documents.declare([{ name: SENT }]);

  const remind = async (event: RecordedEvent, account: string, text: string): Promise<void> => {
    const id = eventIdOf(`${event.id}:${account}`, 0);
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

  return {
    name: 'sale-reminders',
    streams: [STREAMS.auction.prefix],
    concerns: ({ type, stream, meta }) =>
      Object.hasOwn(REMINDERS, type) && !isPractice(stream) && clock.now() - meta.at < LATE_MS,
    async act(event) {
      const auction = idOf(STREAMS.auction, event.stream);
      const { reminder, says } = REMINDERS[event.type] ?? {};
      const sale = await saleOf(auction);
      if (reminder === undefined || sale === null || !sale.public) return;
      if (reminder === 'AuctionOpenReminder' && !sale.allowAutoBid) return;
      const { title, searchNumber, kind } = sale;
      const text = `${says}: ${title}, auction no. ${searchNumber}. ${siteOrigin}/auction-live/${searchNumber}`;
      for await (const account of reminded(reminderKind(kind), reminder)) await remind(event, account, text);
    },
  };
}
