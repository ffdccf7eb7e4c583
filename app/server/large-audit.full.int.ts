import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AUDIT_ACTORS, type AuditSteps, EVERY_LOT, type SaleAudit } from '@saleyard/contract/audit.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { storeBusySale } from '@saleyard/loadtest/bench/stored-sale.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Session } from '../client/session.ts';
import { startTestServer, type TestServer, until } from '../test-support/test-server.ts';
import { foldersIn } from './stores.ts';

const test = suite('the audit of a sale of 100,000 bids', { limitMs: 400_000 });

const SALE = { auction: 'busy', searchNumber: 7_001, startAt: Date.UTC(2026, 5, 1), name: 'busy-lot' };
const SIZE = { lots: 1_000, commands: 100_000, bidders: 5_000 };
const PAGE = 1_000;
/** Bytes of an answer: the lots of a sale, or a page of steps with those who act in them. */
const MOST_BYTES = 1_000_000;

let data: string;
let server: TestServer;
let auditor: Session;

test.before(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'saleyard-large-audit-'));
  // The keys of a log are made before it is filled.
  await (await startTestServer({ data })).close();
  const log = await openLmdbEventLog({ chained: CHAINED, folder: foldersIn(data).log });
  await storeBusySale(log, { ...SALE, ...SIZE });
  await log.close();
  server = await startTestServer({ data, hasAccounts: false });
  auditor = await server.signedIn('auditor');
  // The read models are built from the log first.
  await until(() =>
    auditor.call('GET', `auctions/${SALE.auction}`).then(
      () => true,
      () => false,
    ),
  );
});
test.after(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true });
});

/** What the server answers once it is not too busy for it. */
const get = (address: string): Promise<Response> =>
  until(async () => {
    const response = await fetch(`${server.base}/api/v1/staff/auctions/${SALE.searchNumber}/${address}`, {
      headers: { cookie: auditor.cookie },
    });
    return response.status !== 503 && response;
  });

async function read<T>(address: string): Promise<{ data: T; bytes: number }> {
  const response = await get(address);
  const text = await response.text();
  assert.is(response.status, 200, text.slice(0, 300));
  return { data: (JSON.parse(text) as { data: T }).data, bytes: text.length };
}

test('it is proven in a process of its own, and the answer is bounded', async () => {
  const { data: audit, bytes } = await read<SaleAudit>('audit');
  assert.is(audit.verdict, 'proven');
  assert.ok(audit.events > SIZE.commands);
  assert.is(audit.lots.length, SIZE.lots);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
});

test('its steps come in pages, each once, with a part of the people', async () => {
  const seen = new Set<string>();
  let total = 1;
  for (let page = 1; (page - 1) * PAGE < total; page += 1) {
    const { data: found, bytes } = await read<AuditSteps>(
      `audit/steps?lot=${EVERY_LOT}&limit=${PAGE}&page=${page}`,
    );
    total = found.matching;
    assert.ok(found.actors.length <= AUDIT_ACTORS && found.actorCount > SIZE.bidders / 2);
    assert.ok(found.steps.length <= PAGE && bytes < MOST_BYTES, `${bytes} bytes`);
    for (const { lot, revision } of found.steps) seen.add(`${lot} ${revision}`);
  }
  assert.is(seen.size, total);
});

test('its PDF has the steps that fit on paper', async () => {
  const response = await get(`audit.pdf?lot=${EVERY_LOT}`);
  assert.is(response.status, 200);
  assert.is(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
});

test.run();
