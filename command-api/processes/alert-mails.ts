import type { SavedSearchEvent, SearchAlert } from '@saleyard/domain/account/saved-searches.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import newLotsMail from '@saleyard/mails/new-lots.mail.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { type Mailer, MailRefused } from '@saleyard/platform/mail/port.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import { openText } from '../accounts/personal-data.ts';
import { mailTokenOf } from '../saved-searches/mail-token.ts';
import type { ConcernOfProcess } from './process-backlog.ts';
import type { ProcessManager } from './process-manager.ts';
import type { SentMessages } from './sent-messages.ts';

/** ms after which an e-mail that was decided is too old to be sent. */
const LATE_MS = 24 * 3_600_000;

export const CONCERN_OF_ALERT_MAILS: ConcernOfProcess<'alert-mails'> = {
  name: 'alert-mails',
  streams: [STREAMS.account.prefix],
  concerns: ({ type, meta }, now) => type === 'AlertMailQueued' && now - meta.at < LATE_MS,
};

/** A sale with lots, as its mail shows them. */
type MailedSale = Omit<Parameters<typeof newLotsMail>[0]['sales'][number], 'count'>;

export type AlertMailsParts = {
  secrets: Secrets;
  directory: Pick<AccountDirectory, 'account' | 'personOf'>;
  mailer: Mailer;
  messages: SentMessages;
  logger: Pick<Logger, 'warn'>;
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
  const { secrets, directory, mailer, messages, logger, siteOrigin: origin, saleOf } = parts;

  const alertedSale = async ({ auction, lots, count }: SearchAlert) => {
    const sale = await saleOf(auction, lots);
    // When all lots are listed individually, lots withdrawn meanwhile are not counted.
    return sale && { ...sale, count: count > lots.length ? count : sale.lots.length };
  };

  return {
    ...CONCERN_OF_ALERT_MAILS,
    async act(event) {
      const id = idOf(STREAMS.account, event.stream);
      const { alerts } = event.data as Extract<SavedSearchEvent, { type: 'AlertMailQueued' }>['data'];
      const [account, person] = await Promise.all([directory.account(id), directory.personOf(id)]);
      const wanted = (account?.savedSearches.saved ?? []).filter(
        (search) => search.alertBy.email && alerts.some(({ searches }) => searches.includes(search.id)),
      );
      if (account === null || account.isSuspended || !person?.email || wanted.length === 0) return;
      const names = await Promise.all(wanted.map(({ name }) => openText(secrets, id, name)));
      const sales = (await Promise.all(alerts.map(alertedSale))).filter((sale) => sale !== null);
      if (sales.length === 0) return;
      const mail = newLotsMail({
        origin,
        sales,
        names: names.filter((name) => name !== null),
        stopToken: await mailTokenOf(secrets, id),
      });
      const { email: to } = person;
      await messages.sendOnce({ key: event.id, account: id, channel: 'mail' }, async () => {
        try {
          await mailer.send({ id: event.id, account: id, to, ...mail });
        } catch (error) {
          if (!(error instanceof MailRefused)) throw error;
          logger.warn({ account: id, err: error }, 'an e-mail about new lots was refused');
        }
      });
    },
  };
}
