import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from '@saleyard/app/client/server-process.ts';
import { readRecordedLots } from '@saleyard/loadtest/storms/arrivals/recorded-bids.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type PlayOptions, type PlayReport, play, SaleTooShort } from './play.ts';

const FILE = fileURLToPath(new URL('../../../shared/data/recorded-bids.csv', import.meta.url));
/** The one auction whose recorded price is below its own bids. */
const RECORDED_TOO_LOW = '3017736272';

/** Seconds beyond which no longer sale is tried. */
const LONGEST_S = 300;

const test = suite('recorded bids through a running server', { limitMs: 240_000 });

/** Plays all of them. A machine that is too slow for a sale of `seconds` gets a longer one. */
async function playWhole(url: string, staff: PlayOptions['staff'], seconds = 75): Promise<PlayReport> {
  try {
    return await play(readRecordedLots(FILE), { url, staff, seconds });
  } catch (error) {
    if (!(error instanceof SaleTooShort) || seconds > LONGEST_S) throw error;
    return playWhole(url, staff, seconds * 3);
  }
}

if (!existsSync(FILE))
  notRun('recorded bids through a running server', 'put recorded-bids.csv into ../shared/data');
else {
  test('all of them: the recorded winners, at no higher price, seen alike by a spectator, and proven', async () => {
    const server = await ServerProcess.withAccounts();
    try {
      const staff = { email: 'staff@saleyard.test', password: 'saleyard1' };
      const report = await playWhole(server.url, staff);
      assert.equal([report.lots, report.bids, report.winnersThatAgree], [492, 8728, 492]);
      assert.equal(report.higherPrice, [RECORDED_TOO_LOW]);
      assert.equal(report.spectatorDiffers, []);
      // On the folder of the server that still runs.
      const audit = await server.run('audit', String(report.searchNumber));
      assert.is(audit.code, 0, audit.output);
    } finally {
      await server.destroy();
    }
  });
}

test.run();
