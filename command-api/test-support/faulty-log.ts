import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import type { AppendResult, EventLog, NewEvent } from '@saleyard/platform/event-log/port.ts';

/** The faults of the next appends, in order. */
export type Fault =
  | 'answer-lost'
  | 'never-arrives'
  | 'throws'
  /** Still in progress, and arrives when the next one finds a full disk. */
  | 'late'
  | 'full'
  | 'too-large'
  | 'another-writer';

type Append = { expected: number; ids: string[] };

/**
 * A log whose next appends fail with `faults`, and the appends that it received. `theirs`: what another writer
 * appends.
 */
export function faultyLog(log: EventLog, faults: Fault[], theirs: () => NewEvent) {
  const appends: Append[] = [];
  let late: () => Promise<unknown> = async () => {};
  const faulty: EventLog = {
    ...forwardedLog(() => log),
    async append(stream, expected, events): Promise<AppendResult> {
      appends.push({ expected, ids: events.map(({ id }) => id) });
      switch (faults.shift()) {
        case 'answer-lost':
          await log.append(stream, expected, events);
          return { outcome: 'unknown', reason: 'the answer was lost' };
        case 'never-arrives':
          return { outcome: 'unknown', reason: 'it never arrived' };
        case 'late':
          late = () => log.append(stream, expected, events);
          return { outcome: 'unknown', reason: 'it is still under way' };
        case 'throws':
          throw new Error('the connection broke');
        case 'full':
          await late();
          return { outcome: 'full' };
        case 'too-large':
          throw new RangeError('larger than the server takes');
        case 'another-writer':
          await log.append(stream, expected, [theirs()]);
          return log.append(stream, expected, events);
        default:
          return log.append(stream, expected, events);
      }
    },
  };
  return { log: faulty, appends };
}
