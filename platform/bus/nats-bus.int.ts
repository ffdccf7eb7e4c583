import { setImmediate as turn } from 'node:timers/promises';
import { type NatsServer, natsServerWants, startNatsServer } from '@saleyard/testing/servers/nats-server.ts';
import { notRun } from '@saleyard/testing/suite.ts';
import { systemClock } from '../clock/system-clock.ts';
import { createNatsBus } from './nats-bus.ts';
import { connectNats, type NatsConnection } from './nats-connection.ts';
import { busContract } from './test-support/contract.ts';

const wants = natsServerWants();
if (wants === null) contract();
else notRun('bus: NATS', wants);

function contract(): void {
  let server: NatsServer;
  let connection: NatsConnection;
  const test = busContract('NATS', async (onHandlerError) => ({
    bus: createNatsBus({ connection, clock: systemClock, onHandlerError }),
    async delivered() {
      // There, at the node that serves, and back.
      for (let n = 0; n < 3; n += 1) {
        await connection.flush(5_000);
        await turn();
      }
    },
  }));
  test.before(async () => {
    server = await startNatsServer();
    connection = await connectNats({ url: server.url, name: 'test' });
  });
  test.after(async () => {
    await connection.close();
    await server.stop();
  });
  test.run();
}
