import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import { ManualClock } from '../clock/manual-clock.ts';
import { systemClock } from '../clock/system-clock.ts';
import { type Sms, SmsRefused, SmsUnavailable } from './port.ts';
import { smsContract, smsOf } from './test-support/contract.ts';
import { createWebhookSms } from './webhook-sms.ts';

const KEY = 'k'.repeat(32);

/** A provider's address on a free port. `status`: what it answers. */
async function provider(status: () => number = () => 202) {
  const asked: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(status()).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { asked, url, close };
}

const test = smsContract('webhook', async () => {
  const { asked, url, close } = await provider();
  return {
    sms: createWebhookSms({ url, key: KEY, clock: systemClock }),
    received: async () => {
      const found = asked.map(({ body }) => JSON.parse(body) as Pick<Sms, 'id' | 'to' | 'text'>);
      return [...new Map(found.map((one) => [one.id, one])).values()];
    },
    remove: close,
  };
});

test('the provider can prove who sent a message, and that it is the same one', async () => {
  const { asked, url, close } = await provider();
  const sms = createWebhookSms({ url, key: KEY, clock: systemClock });
  await sms.send(smsOf());
  const { headers, body } = asked[0] ?? { headers: {}, body: '' };
  assert.is(headers['x-saleyard-signature'], createHmac('sha256', KEY).update(body).digest('hex'));
  assert.is(headers['idempotency-key'], 'sms-1');
  await sms.close();
  await close();
});

test('a provider that is busy is asked again, one that refuses is not, one that is away is unavailable', async () => {
  const statuses = [503, 200, 400];
  const { asked, url, close } = await provider(() => statuses.shift() ?? 500);
  const clock = new ManualClock();
  const timer = setInterval(() => clock.advanceBy(1_000), 5);
  const sms = createWebhookSms({ url, key: null, clock });
  await sms.send(smsOf());
  assert.is(asked.length, 2);
  assert.is(asked[0]?.headers['x-saleyard-signature'], undefined);
  assert.instance(await sms.send(smsOf()).catch((error: unknown) => error), SmsRefused);
  assert.is(asked.length, 3);
  assert.instance(await sms.send(smsOf()).catch((error: unknown) => error), SmsUnavailable);
  assert.is(asked.length, 6);
  await close();
  assert.instance(await sms.send(smsOf()).catch((error: unknown) => error), SmsUnavailable);
  clearInterval(timer);
  await sms.close();
});

test.run();
