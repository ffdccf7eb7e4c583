import type { Clock } from '../clock/port.ts';
import { forwardedLog } from '../event-log/forwarded-log.ts';
import type { AppendResult, EventLog } from '../event-log/port.ts';
import type { Metrics } from './metrics.ts';

const OUTCOMES: readonly AppendResult['outcome'][] = ['appended', 'conflict', 'full', 'unknown'];

/** The same log, whose appends are counted and timed. */
export function measuredLog(log: EventLog, metrics: Metrics, clock: Clock): EventLog {
  // Prometheus sees no increase in a series that begins at 1.
  for (const outcome of OUTCOMES) metrics.count('saleyard_appends_total', [outcome], 0);
  const append: EventLog['append'] = async (stream, expected, events) => {
    const began = clock.monotonic();
    let outcome: string = 'unknown';
    try {
      const result = await log.append(stream, expected, events);
      outcome = result.outcome;
      if (outcome === 'appended')
        for (const { type } of events) metrics.count('saleyard_events_appended_total', [type]);
      return result;
    } finally {
      metrics.observe('saleyard_append_seconds', (clock.monotonic() - began) / 1000);
      metrics.count('saleyard_appends_total', [outcome]);
    }
  };
  metrics.gauge('saleyard_log_position', () => log.lastPosition());
  return { ...forwardedLog(() => log), append };
}
