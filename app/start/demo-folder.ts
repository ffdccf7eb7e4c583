import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';

/** The secret whose being there says that a data folder was begun as a demo. */
const MARK = 'demo-folder';

/** Whether a demo may run here: nothing is in the log yet, or it was begun as one. */
export async function isDemoFolder(log: EventLog, secrets: Secrets): Promise<boolean> {
  return (await secrets.get(MARK)) !== undefined || (await log.lastPosition()) < 0;
}

/** Says for ever that this folder is a demo's. */
export async function markAsDemo(secrets: Secrets): Promise<void> {
  await secrets.putIfAbsent(MARK, 'yes');
}
