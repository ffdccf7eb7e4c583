import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { Refused } from '../client/session.ts';
import { command, schedule, steers } from '../test-support/sales.ts';
import { startTestServer } from '../test-support/test-server.ts';

const test = suite('a server on a full disk', { limitMs: 90_000 });

const folder = mkdtempSync(path.join(tmpdir(), 'saleyard-server-full-'));

function mounted(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Leaves no byte free, in ever smaller files. */
function fill(): void {
  for (let left = 1; left > 0; ) {
    const { bavail, bsize } = statfsSync(folder);
    left = bavail * bsize;
    if (left > 0) writeFileSync(path.join(folder, `ballast-${newId()}`), Buffer.alloc(left));
  }
}

const empty = (): void => {
  for (const name of readdirSync(folder)) if (name.startsWith('ballast-')) rmSync(path.join(folder, name));
};

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? `${error.status} ${error.code}` : String(error)),
  );

/** The answer to one bid over a socket: its outcome or the code of its error. */
function bidOver(port: number, cookie: string, auction: string, lot: string, cents: number): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`, {
    headers: { cookie, origin: `http://127.0.0.1:${port}` },
  });
  return new Promise<string>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => {
      const join = { id: 1, channel: 'bids', event: 'join-auction', data: { _id: auction } };
      const bid = { id: 2, channel: 'bids', event: 'bid', data: { bid: { lot, cents }, commandId: newId() } };
      socket.send(JSON.stringify([join, bid]));
    });
    socket.on('message', (frame) => {
      const seen = JSON.parse(String(frame)) as {
        id?: number;
        error?: { code: string };
        data: { outcome: string };
      }[];
      const answer = seen.find(({ id }) => id === 2);
      if (answer) resolve(answer.error?.code ?? answer.data.outcome);
    });
  }).finally(() => socket.close());
}

if (!mounted()) {
  rmSync(folder, { recursive: true });
  notRun('a server on a full disk', 'run as a user that may mount a tmpfs');
} else {
  test.after(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });

  test('says `full` wherever something is to be kept, also at /readyz, reads on, and goes on when there is space', async () => {
    const server = await startTestServer({
      data: path.join(folder, 'data'),
      logger: createLogger({ level: 'silent' }),
    });
    const { base } = server;
    const staff = await server.signedIn('staff');
    const buyer = await server.signedIn('buyer');
    const terms = { type: 'simultaneous', durationSeconds: 600, allowAutoBid: true } as const;
    const sale = await schedule(staff, terms, [steers('1')]);
    const lot = sale.lots[0] ?? '';
    const auction = sale._id;
    for (let state = ''; state !== 'live'; ) {
      await pause(100);
      ({ state } = (await staff.call<{ auction: { state: string } }>('GET', `auctions/${auction}`)).auction);
    }
    const readyz = async () => (await fetch(`${base}/readyz`)).text();
    const account = {
      firstName: 'Jo',
      lastName: 'Ng',
      email: 'jo@saleyard.test',
      password: 'hunter22',
      phone: '0400000000',
      status: 'registered',
    };
    let cents = 60_000;
    const attempts = async (): Promise<Record<string, string>> => {
      cents += 500;
      return {
        bid: await bidOver(server.port, buyer.cookie, auction, lot, cents),
        autoBid: await codeOf(buyer.call('PUT', 'users/me/autobids', { lot, autobid: cents + 10_000 })),
        watchList: await codeOf(buyer.call('PUT', 'users/me/watchlist2', { lotId: lot })),
        freeze: await codeOf(command(staff, auction, 'freeze', { reason: 'Storm', lot })),
        account: await codeOf(staff.call('POST', 'staff/accounts', account)),
        signIn: await codeOf(server.signedIn('buyer')),
      };
    };
    assert.is(await readyz(), 'ready');
    fill();
    // What was written ahead may take the first few.
    const all = (said: Record<string, string>) => Object.values(said).every((one) => one !== 'done');
    let said = await attempts();
    for (let n = 0; n < 20 && !(all(said) && said['bid'] === 'full'); n += 1) {
      fill();
      said = await attempts();
    }
    const full = '503 full';
    assert.equal(said, {
      bid: 'full',
      autoBid: full,
      watchList: full,
      freeze: full,
      account: full,
      signIn: full,
    });
    // An answer is given again for a moment.
    await pause(300);
    assert.match(await readyz(), /^full/);
    await buyer.call('GET', `auctions/${auction}/lots`);
    empty();
    while ((await readyz()) !== 'ready') {
      await attempts();
      await pause(200);
    }
    assert.is(await codeOf(server.signedIn('buyer')), 'done');
    await server.close();
  });

  test.run();
}
