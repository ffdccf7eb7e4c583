import { setImmediate as turn } from 'node:timers/promises';
import { type NatsServer, natsServerWants, startNatsServer } from '@saleyard/testing/servers/nats-server.ts';
import { notRun } from '@saleyard/testing/suite.ts';
import { connectNats, type NatsConnection } from '../bus/nats-connection.ts';
import { ManualClock } from '../clock/manual-clock.ts';
import { openNatsLeases } from './nats-leases.ts';
import type { Leases } from './port.ts';
import { leasesContract } from './test-support/contract.ts';

/** Time passes in steps of this many ms. */
const STEP_MS = 100;
const ARRIVES_MS = 10_000;

const wants = natsServerWants();
if (wants === null) contract();
else notRun('leases: NATS', wants);

function contract(): void {
  let server: NatsServer;
  let groups = 0;
  const test = leasesContract('NATS', async () => {
    groups += 1;
    const group = `group-${groups}`;
    let now = 0;
    const members = new Map<Leases, { clock: ManualClock; connection: NatsConnection }>();
    const frozen = new Set<Leases>();
    const arrived = async (): Promise<void> => {
      for (let round = 0; round < 2; round += 1) {
        for (const { connection } of members.values()) await connection.flush(ARRIVES_MS);
        await turn();
      }
    };
    return {
      async join(node) {
        const clock = new ManualClock(now);
        const connection = await connectNats({ url: server.url, name: node ?? 'looking on' });
        const leases = await openNatsLeases({ connection, group, node, clock });
        members.set(leases, { clock, connection });
        return leases;
      },
      freeze: (leases) => void frozen.add(leases),
      thaw(leases) {
        frozen.delete(leases);
        members.get(leases)?.clock.advanceTo(now);
      },
      async pass(ms) {
        await arrived();
        for (let passed = 0; passed < ms; passed += STEP_MS) {
          now += STEP_MS;
          for (const [leases, { clock }] of members) if (!frozen.has(leases)) clock.advanceTo(now);
          await arrived();
        }
      },
      async end() {
        for (const [leases, { connection }] of members) {
          await leases.close();
          await connection.close();
        }
      },
    };
  });
  test.before(async () => {
    server = await startNatsServer();
  });
  test.after(() => server.stop());
  test.run();
}
