import type { Status } from '@saleyard/contract/status.ts';
import type { Upstreams } from '@saleyard/gateway/forward/upstreams.ts';
import type { Readiness } from '@saleyard/gateway/http/http-service.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { type Documents, DocumentsUnavailable } from '@saleyard/platform/documents/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { currentStatus } from './status.ts';

const test = suite('the public status, by what is known');

const documents = (last?: object): Documents =>
  ({ find: async () => [], get: async () => last }) as Partial<Documents> as Documents;
const away: Documents = {
  find: async () => {
    throw new DocumentsUnavailable();
  },
  get: async () => {
    throw new DocumentsUnavailable();
  },
} as Partial<Documents> as Documents;
const processes = (ready: number, all: number) =>
  ({ ready, all: Array.from({ length: all }) }) as Partial<Upstreams> as Upstreams;

const stated = ({ parts }: Status): string => parts.map(({ part, state }) => `${part} ${state}`).join(', ');

const of = (isReady: Readiness, more: Partial<Parameters<typeof currentStatus>[0]> = {}): Promise<Status> =>
  currentStatus({
    documents: documents(),
    clock: new ManualClock(),
    isReady: async () => isReady,
    sendsMail: true,
    ...more,
  });

test('what /readyz names is said of the parts that need it', async () => {
  const ready = 'bidding up, record up, live up, reads up, mail unknown';
  assert.is(stated(await of({ ready: true })), ready);
  const without = async (why: string) => stated(await of({ ready: false, why }));
  assert.is(await without('log, bus'), 'bidding down, record down, live down, reads up, mail unknown');
  assert.is(await without('full'), 'bidding down, record down, live up, reads up, mail unknown');
  assert.is(await without('relay'), 'bidding up, record up, live down, reads up, mail unknown');
  assert.is(await without('worker'), 'bidding up, record up, live up, reads down, mail unknown');
});

test('unreadable read models are said, and that nothing is known of freezes and mail', async () => {
  const status = await of({ ready: false, why: 'documents' }, { documents: away });
  assert.is(stated(status), 'bidding up, record up, live up, reads down, mail unknown');
  assert.is(status.freezes, null);
});

test('processes of other roles: some away is less capacity, all away is down', async () => {
  const others = { 'command-api': processes(1, 2), projections: processes(0, 2) };
  const status = await of({ ready: true }, { others });
  assert.is(stated(status), 'bidding reduced, record up, live up, reads down, mail unknown');
  assert.equal(status.roles, [
    { role: 'command-api', ready: 1, all: 2 },
    { role: 'projections', ready: 0, all: 2 },
  ]);
});

test('mail: what the mail server did last, or that there is none', async () => {
  const mailOf = async (last: object | undefined, sendsMail = true) =>
    (await of({ ready: true }, { documents: documents(last), sendsMail })).parts.at(-1);
  assert.equal(await mailOf({ wasTaken: false, at: 7 }), { part: 'mail', state: 'down', since: 7 });
  assert.equal(await mailOf({ wasTaken: true, at: 8 }), { part: 'mail', state: 'up', since: 8 });
  assert.equal(await mailOf(undefined, false), { part: 'mail', state: 'off', since: null });
});

test.run();
