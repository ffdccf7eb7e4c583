import { seededRandom } from '@saleyard/app/sample-data/random.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { eventLogContract } from '@saleyard/platform/event-log/test-support/contract.ts';
import { CHAINED } from '@saleyard/platform/event-log/test-support/contract-events.ts';
import { atOnce } from './link.ts';
import { LogServer } from './log-server.ts';
import { SimulatedEventLog } from './simulated-event-log.ts';

eventLogContract('simulated', async () => {
  const disk = { commitMs: () => 0, full: false };
  const server = new LogServer((ms, task) => systemClock.after(ms, task), disk, seededRandom(1), CHAINED);
  return {
    async open(upcasters) {
      const parts = { server, link: atOnce, clock: systemClock, serverNow: () => systemClock.now() };
      return new SimulatedEventLog(upcasters === undefined ? parts : { ...parts, upcasters });
    },
    async destroy() {},
  };
}).run();
