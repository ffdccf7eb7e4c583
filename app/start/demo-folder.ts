import type { Config } from '@saleyard/platform/config/config.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { holdsEvents } from '../server/log-continuity.ts';

/** The secret that marks a marketplace that was begun as a demo. */
const MARK = 'demo-folder';

/**
 * Marks the log permanently as a demo, before the first sample sale, so that an interrupted start is marked too.
 * @throws Error naming where the log is when something is in it that was not begun as a demo
 */
export async function beginAsDemo(
  { log, secrets }: { log: EventLog; secrets: Secrets },
  { data, eventStoreUrl }: Pick<Config, 'data' | 'eventStoreUrl'>,
): Promise<void> {
  if ((await secrets.get(MARK)) === undefined && (await holdsEvents(log))) {
    const isServer = eventStoreUrl !== null;
    const where = isServer ? 'the log server that EVENTSTORE_URL names' : data;
    const another = isServer ? 'another server with EVENTSTORE_URL' : 'another folder with --data';
    throw new Error(
      `${where} holds a marketplace of your own: --demo would put sample sales into it. Start it with --empty, or name ${another}.`,
    );
  }
  await secrets.putIfAbsent(MARK, 'yes');
}
