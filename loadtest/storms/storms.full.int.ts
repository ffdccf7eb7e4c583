import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServerProcess } from '@saleyard/app/client/server-process.ts';
import { DEMO_PASSWORD } from '@saleyard/app/demo/demo-accounts.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { findK6, K6_INSTALL } from './k6-process.ts';
import { STORM_NAMES, type StormName } from './plan.ts';
import { runStorm } from './run-storm.ts';
import type { StormSize } from './scenarios.ts';

const test = suite('storms', { limitMs: 180_000 });
const k6 = findK6();
const STAFF = { email: 'staff@saleyard.test', password: DEMO_PASSWORD };

/** Small, for a machine that has much else to do; whether it was fast is not asked, whether it was right is. */
const SIZES: Readonly<Record<StormName, StormSize>> = {
  'bid-storm': { bidders: 20, spectators: 10, visitors: 0, lots: 6, minutes: 0.25 },
  spectators: { bidders: 3, spectators: 250, visitors: 0, lots: 4, minutes: 0.2 },
  browse: { bidders: 2, spectators: 0, visitors: 6, lots: 25, minutes: 0.2 },
  'sale-day': { bidders: 5, spectators: 20, visitors: 3, lots: 6, minutes: 0.2 },
  'thundering-herd': { bidders: 10, spectators: 60, visitors: 0, lots: 4, minutes: 0.25 },
};

if (k6 === undefined) notRun('storms with k6', K6_INSTALL);
else {
  let running: ServerProcess | undefined;
  test.before(async () => {
    running = await ServerProcess.withAccounts();
  });
  test.after(() => running?.destroy());

  for (const name of STORM_NAMES) {
    test(`${name}: every bid and every view matches the log`, async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-storm-report-'));
      try {
        const size = SIZES[name];
        // One starts a server of its own, the others come to one that runs.
        const target =
          name === 'bid-storm' || running === undefined
            ? null
            : { url: running.url, data: running.folder, staff: STAFF };
        const report = await runStorm({
          name,
          size,
          seed: 1,
          k6,
          clock: systemClock,
          target,
          folder,
          onProgress: () => {},
        });
        assert.equal(report.faults, []);
        assert.ok(report.right && report.audit.proven);
        assert.is(report.views.clients, size.bidders + size.spectators + size.visitors);
        assert.ok(report.bids.accepted > 0, 'somebody bid');
        assert.is(report.figures.page !== null, size.visitors > 0);
        // One bidder of five stays in the room.
        const herd = size.spectators + size.bidders - Math.ceil(size.bidders / 5);
        const drops = name === 'thundering-herd' ? 3 * herd : 0;
        assert.ok((report.figures.resume?.count ?? 0) >= drops, 'everyone came back each time');
        for (const file of ['report.html', 'report.json', 'journal.ndjson']) {
          assert.ok(existsSync(path.join(folder, file)), file);
        }
        const text = await readFile(path.join(folder, 'report.json'), 'utf8');
        assert.not.match(text, /saleyard\.sid|__Host-|password/);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
}

test('k6 is found where it is said to be, on the path, or where go installs it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-k6-'));
  try {
    const program = path.join(folder, 'k6');
    assert.is(findK6({ SALEYARD_K6: program }), undefined);
    await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
    assert.is(findK6({ SALEYARD_K6: program }), program);
    assert.is(findK6({ PATH: `/nowhere${path.delimiter}${folder}` }), program);
    assert.is(findK6({ PATH: '', GOBIN: folder }), program);
    assert.is(findK6({ PATH: '', GOPATH: '/nowhere' }), undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test.run();
