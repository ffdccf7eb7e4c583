import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { isPractice } from '@saleyard/domain/auction/ids.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import saleMessageMail from '@saleyard/mails/sale-message.mail.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { peopleOfSale, type WatchersOf } from '../sales/sale-people.ts';
import { MAIL_LATE_MS, type MailOnceParts, mailOnce } from './mail-once.ts';
import type { EventsOfProcess } from './process-backlog.ts';
import type { ProcessManager } from './process-manager.ts';
import { saleStates } from './sale-states.ts';

type Messaged = Extract<AuctionEvent, { type: 'EveryoneMessaged' }>['data'];

export const EVENTS_OF_SALE_MESSAGE_MAILS: EventsOfProcess<'sale-message-mails'> = {
  name: 'sale-message-mails',
  streams: [STREAMS.auction.prefix],
  concerns: (event, now) =>
    event.type === 'EveryoneMessaged' && !isPractice(event.stream) && now - event.meta.at < MAIL_LATE_MS,
};

type SaleMessageMailsParts = MailOnceParts & {
  log: EventLog;
  /** The web's public address. */
  siteOrigin: string;
  watchersOf: WatchersOf;
};

/**
 * Mails a message of staff to everybody who takes part in its sale [T26]. Each person gets it once: the id of the e-mail
 * is derived from the event and the account.
 */
export function saleMessageMails(parts: SaleMessageMailsParts): ProcessManager<'sale-message-mails'> {
  const { log, directory, siteOrigin: origin, watchersOf } = parts;
  const saleAt = saleStates(log);
  return {
    ...EVENTS_OF_SALE_MESSAGE_MAILS,
    async act(event) {
      const sale = await saleAt(event.stream, event.revision);
      if (sale.details === null) return;
      const { searchNumber, title, kind: stock } = sale.details;
      const named = { searchNumber, title, kindData: { title: FORMS[stock].title } };
      const mail = saleMessageMail({ origin, sale: named, text: (event.data as Messaged).text });
      for (const account of await peopleOfSale(sale, watchersOf)) {
        if (account === event.meta.actor.id) continue;
        const [known, person] = await Promise.all([directory.account(account), directory.personOf(account)]);
        if (known === null || known.isSuspended || !person?.email) continue;
        const id = eventIdOf(`${event.id}:${account}`, 0);
        await mailOnce(parts, { id, account, to: person.email, ...mail }, 'a message to everyone of a sale');
      }
    },
  };
}
