import type { Clock } from '../clock/port.ts';
import type { CollectionSpec, Documents } from '../documents/port.ts';
import { type Mailer, MailUnavailable } from './port.ts';

/** The collection of the last outcome; no projection owns it. */
const DELIVERY = 'mail-delivery';
export const DELIVERY_COLLECTIONS: readonly CollectionSpec[] = [{ name: DELIVERY }];
const LAST = 'last';
/** ms for which an outcome that stays the same is not written again. */
const WRITE_EVERY_MS = 60_000;

/** Whether the mail server took the last mail. `at`: when that was known, ms. */
export type LastDelivery = { wasTaken: boolean; at: number };

/**
 * The same mailer, which notes in the documents whether the mail server takes mails. A mail does not fail because that
 * could not be written: the next one writes it.
 */
export function notedMailer(
  mailer: Mailer,
  { documents, clock }: { documents: Documents; clock: Clock },
): Mailer {
  let last: LastDelivery | undefined;
  const note = async (wasTaken: boolean): Promise<void> => {
    const at = clock.now();
    if (last?.wasTaken === wasTaken && at - last.at < WRITE_EVERY_MS) return;
    last = { wasTaken, at };
    try {
      await documents.upsert(DELIVERY, LAST, last);
    } catch {
      last = undefined;
    }
  };
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        // A mail that is refused says nothing of the server's being there: it may not have been sent at all.
        if (error instanceof MailUnavailable) await note(false);
        throw error;
      }
      await note(true);
    },
    close: () => mailer.close(),
  };
}

/** The last outcome, of any process; null: no mail was handed over yet. */
export async function lastDelivery(documents: Documents): Promise<LastDelivery | null> {
  const { wasTaken, at } = (await documents.get<LastDelivery>(DELIVERY, LAST)) ?? {};
  return wasTaken === undefined || at === undefined ? null : { wasTaken, at };
}
