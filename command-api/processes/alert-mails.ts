import type { SavedSearchEvent, SearchAlert } from '@saleyard/domain/account/saved-searches.ts';
import { mailableName } from '@saleyard/domain/fields/mail-names.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import newLotsMail from '@saleyard/mails/new-lots.mail.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { openText } from '../accounts/personal-data.ts';
import { mailTokenOf } from '../saved-searches/mail-token.ts';
import { MAIL_LATE_MS, type MailOnceParts, mailOnce } from './mail-once.ts';
import type { EventsOfProcess } from './process-backlog.ts';
import type { ProcessManager } from './process-manager.ts';

export const EVENTS_OF_ALERT_MAILS: EventsOfProcess<'alert-mails'> = {
  name: 'alert-mails',
  streams: [STREAMS.account.prefix],
  concerns: ({ type, meta }, now) => type === 'AlertMailQueued' && now - meta.at < MAIL_LATE_MS,
};

/** A sale with lots, as its mail shows them. */
type MailedSale = Omit<Parameters<typeof newLotsMail>[0]['sales'][number], 'count'>;

export type AlertMailsParts = MailOnceParts & {
  secrets: Secrets;
  /** The web's public address. */
  siteOrigin: string;
  /** A sale that is not over, with those of some lots that are listed; null when there is nothing to report. */
  saleOf(auction: string, lots: readonly string[]): Promise<MailedSale | null>;
};

/**
 * Sends the decided e-mails about saved searches, once each: the log says which were sent. A mail has the id of the
 * event that decided it, so that a repetition is the same mail.
 */
export function alertMails(parts: AlertMailsParts): ProcessManager<'alert-mails'> {
  const { secrets, directory, siteOrigin: origin, saleOf } = parts;

  const alertedSale = async ({ auction, lots, count }: SearchAlert) => {
    const sale = await saleOf(auction, lots);
    // When all lots are listed individually, lots withdrawn meanwhile are not counted.
    return sale && { ...sale, count: count > lots.length ? count : sale.lots.length };
  };

  return {
    ...EVENTS_OF_ALERT_MAILS,
    async act(event) {
      const id = idOf(STREAMS.account, event.stream);
      const { alerts } = event.data as Extract<SavedSearchEvent, { type: 'AlertMailQueued' }>['data'];
      const [account, person] = await Promise.all([directory.account(id), directory.personOf(id)]);
      const wanted = (account?.savedSearches.saved ?? []).filter(
        (search) => search.alertBy.email && alerts.some(({ searches }) => searches.includes(search.id)),
      );
      if (account === null || account.isSuspended || !person?.email || wanted.length === 0) return;
      const names = await Promise.all(wanted.map(({ name }) => openText(secrets, id, name)));
      const mailable = names.map((name) => mailableName(name ?? '')).filter((name) => name !== '');
      const sales = (await Promise.all(alerts.map(alertedSale))).filter((sale) => sale !== null);
      if (sales.length === 0) return;
      const mail = newLotsMail({
        origin,
        sales,
        names: mailable,
        stopToken: await mailTokenOf(secrets, id),
      });
      const { email: to } = person;
      await mailOnce(parts, { id: event.id, account: id, to, ...mail }, 'an e-mail about new lots');
    },
  };
}
