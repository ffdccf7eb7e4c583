import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from '@saleyard/testing/suite.ts';
import { IS_FULL } from '@saleyard/testing/tier.ts';
import * as assert from 'uvu/assert';
import { ServerProcess } from '../../client/server-process.ts';
import { Session } from '../../client/session.ts';
import { DEMO_PASSWORD } from '../../demo/demo-accounts.ts';
import { BiddingLoad } from '../../test-support/bidding-load.ts';
import { eventually } from '../../test-support/eventually.ts';
import { LiveViewer } from '../../test-support/live-viewer.ts';
import { schedule, steers } from '../../test-support/sales.ts';
import { openLogBeside } from '../stores.ts';

const test = suite('a server in threads', { limitMs: 120_000 });

const EMBEDDED = { eventStoreUrl: null, mongoUrl: null, s3Url: null } as const;

/** ms for which the worker thread does nothing: far longer than the bids below should take. */
const BLOCKED_MS = 15_000;

/**
 * Lets a signal to the process stop its worker thread: SIGUSR2 for a while, as one long computation would, and
 * SIGWINCH for good.
 */
const PLANTED = `
import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads';
const channel = new BroadcastChannel('planted');
channel.unref();
if (isMainThread) {
  process.on('SIGUSR2', () => channel.postMessage('block'));
  process.on('SIGWINCH', () => channel.postMessage('throw'));
} else if (workerData?.ports) {
  channel.onmessage = ({ data }) => {
    if (data === 'throw') setTimeout(() => { throw new Error('planted in the worker thread'); });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${BLOCKED_MS});
  };
}
`;

let folder = '';
let server: ServerProcess;

test.before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'saleyard-threads-'));
  const planted = path.join(folder, 'planted.mjs');
  await writeFile(planted, PLANTED);
  process.env['NODE_OPTIONS'] = `--import ${planted}`;
  process.env['SALEYARD_SHED_WHEN_LATE'] = 'false';
  server = await ServerProcess.withAccounts();
});
test.after(async () => {
  await server.destroy();
  await rm(folder, { recursive: true, force: true });
});

const signIn = (name: string): Promise<Session> =>
  eventually(() => Session.signIn(server.url, `${name}@saleyard.test`, DEMO_PASSWORD));

/** A live sale of two lots, and a buyer in its room. */
async function inLiveSale() {
  const [staff, buyer] = [await signIn('staff'), await signIn('buyer')];
  const terms = { type: 'simultaneous', durationSeconds: 600, allowAutoBid: true } as const;
  const sale = await schedule(staff, terms, [steers('1'), steers('2')]);
  await eventually(async () => {
    const read = await staff.call<{ auction: { state: string } }>('GET', `auctions/${sale._id}`);
    assert.is(read.auction.state, 'live');
  });
  const room = new LiveViewer(server.url, buyer.cookie);
  await room.ask('join-auction', { _id: sale._id });
  return { sale, buyer, room };
}

const signal = (name: NodeJS.Signals): boolean => process.kill(server.pid as number, name);

test('bids go on while the worker thread computes for long, and reads wait', async () => {
  const { sale, buyer, room } = await inLiveSale();
  const other = new LiveViewer(server.url, (await signIn('buyer2')).cookie);
  await other.ask('join-auction', { _id: sale._id });
  const [lot] = sale.lots;
  signal('SIGUSR2');
  let isRead = false;
  // Long enough for the signal to arrive before it.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const reading = buyer.call('GET', `auctions/${sale._id}/lots`).then(() => {
    isRead = true;
  });
  for (let n = 0; n < 10; n += 1) {
    const bid = { lot, cents: 40_500 + 500 * n };
    const answer = await (n % 2 === 0 ? room : other).ask('bid', { bid, commandId: `threads-bid-${n}` });
    assert.is(answer['outcome'], 'accepted', JSON.stringify(answer));
  }
  assert.not(isRead, 'the worker thread was not blocked');
  await reading;
  for (const { ws } of [room, other]) ws.close();
});

test('while the worker thread computes, people come into the room and bid over REST', async () => {
  const { sale, buyer, room } = await inLiveSale();
  const other = await signIn('buyer2');
  const [lot] = sale.lots;
  // Where sessions, accounts and lots are is known from here on.
  await other.call('PUT', 'users/me/autobids', { lot, autobid: 40_500, commandId: 'threads-before' });
  signal('SIGUSR2');
  let isRead = false;
  await new Promise((resolve) => setTimeout(resolve, 500));
  const reading = buyer.call('GET', `auctions/${sale._id}/lots`).then(() => {
    isRead = true;
  });
  const late = new LiveViewer(server.url, buyer.cookie);
  await late.ask('join-auction', { _id: sale._id });
  const bid = await late.ask('bid', { bid: { lot, cents: 60_500 }, commandId: 'threads-late' });
  assert.is(bid['outcome'], 'accepted', JSON.stringify(bid));
  await other.call('PUT', 'users/me/autobids', { lot, autobid: 90_500, commandId: 'threads-rest' });
  assert.not(isRead, 'the worker thread was not blocked');
  await reading;
  for (const { ws } of [room, late]) ws.close();
});

test('the worker thread gives way to the one that takes bids', async () => {
  const tasks = await readdir(`/proc/${server.pid}/task`);
  const niceOf = async (task: string): Promise<number> => {
    const stat = await readFile(`/proc/${server.pid}/task/${task}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  };
  const nice = await Promise.all(tasks.map(niceOf));
  // The server was started as this test was.
  const own = getPriority();
  assert.is(await niceOf(String(server.pid)), own);
  assert.ok(nice.some((value) => value > own));
});

test('asked to stop or killed, it has all that was acknowledged when it is started again', async () => {
  const ends: readonly ('SIGTERM' | 'SIGKILL')[] = IS_FULL ? ['SIGKILL', 'SIGTERM'] : ['SIGKILL'];
  for (const [n, how] of ends.entries()) {
    const { sale, buyer, room } = await inLiveSale();
    const [lot] = sale.lots;
    const answer = await room.ask('bid', { bid: { lot, cents: 50_000 }, commandId: `threads-kept-${n}` });
    assert.is(answer['outcome'], 'accepted');
    await buyer.call('PUT', 'users/me/watchlist2', { lotId: lot });
    await server.end(how);
    await server.start();
    const again = await signIn('buyer');
    const { bids } = await again.call<{ bids: { lot: string }[] }>('GET', 'users/me/bids');
    assert.ok(bids.some((bid) => bid.lot === lot));
    const { user } = await again.call<{ user: { watchList: { lotId: string }[] } }>('GET', 'users/me');
    assert.ok(user.watchList.some((watched) => watched.lotId === lot));
    room.ws.close();
  }
});

test('when its terminal is closed, bids under way are answered, and the log has each that was decided', async () => {
  const { sale } = await inLiveSale();
  const load = await BiddingLoad.join(server.url, sale);
  await load.untilDecided(20);
  const ended = server.end('SIGHUP');
  const closes = await load.untilClosed();
  assert.is(await ended, 0, 'it ended by itself');
  assert.equal([...new Set(closes)], [1012], 'every socket was closed in order');
  await load.assertIn(await openLogBeside({ data: server.folder, ...EMBEDDED }));
  const checked = await server.run('check');
  assert.is(checked.code, 0, checked.output);
  await server.start();
});

test('an error that the worker thread does not handle ends the process, and is logged', async () => {
  signal('SIGWINCH');
  await eventually(async () => assert.match(server.output, /planted in the worker thread/));
  await eventually(async () => assert.throws(() => process.kill(server.pid as number, 0)));
});

test.run();
