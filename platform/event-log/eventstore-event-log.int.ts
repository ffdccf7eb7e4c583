import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notRun } from '@saleyard/testing/suite.ts';
import { systemClock } from '../clock/system-clock.ts';
import { openEventStoreLog } from './eventstore-event-log.ts';
import { eventLogContract } from './test-support/contract.ts';
import { CHAINED } from './test-support/contract-events.ts';
import { WireServer } from './test-support/eventstore-wire/wire-server.ts';
import type { Upcasters } from './upcasters.ts';

const clock = systemClock;

/** The log of a server, opened with what a test gives. */
function openerOf(url: string) {
  return (upcasters?: Upcasters) =>
    openEventStoreLog({ chained: CHAINED, url, clock, ...(upcasters === undefined ? {} : { upcasters }) });
}

for (const release of ['24.2', '25.0'] as const) {
  eventLogContract(`EventStoreDB's client and protocol, on a stand-in for ${release}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'saleyard-wire-'));
    const server = await WireServer.start({ folder, release, now: () => clock.now() });
    return {
      open: openerOf(server.url),
      destroy: async () => {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  }).run();
}

const url = process.env['EVENTSTORE_URL'];
if (url === undefined) {
  notRun('event log: EventStoreDB', 'set EVENTSTORE_URL to a server of its own with MaxAppendSize of 8 MB');
} else {
  eventLogContract('EventStoreDB', async () => ({ open: openerOf(url), destroy: async () => {} })).run();
}
