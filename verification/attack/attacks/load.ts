import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { API } from '@saleyard/contract/operation.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { WebSocket } from 'ws';
import { type Attack, Notes } from '../attack.ts';
import {
  halfRequest,
  loopbackAddresses,
  type SlowConnections,
  slowConnections,
} from '../slow-connections.ts';
import type { Target } from '../target.ts';

/** ms between tries of a call that a busy machine may shed, and the number of tries. */
const TRY_MS = 500;
const TRIES = 20;

/** ms between two rounds of everyone else: the buyer reads twice in each, and a person may read 600 times a minute. */
const ROUND_MS = 250;

/** The requests of everyone else. `times`: ms of each request that was answered at the first try. */
async function everyoneElse(target: Target, notes: Notes, seconds: number, what: string): Promise<number[]> {
  const { buyer, staff } = target.people;
  const times: number[] = [];
  const [lot = ''] = target.sale.lots;
  const requests: [string, () => Promise<unknown>, number][] = [
    ['staff', () => staff.callOnce('GET', `staff/auctions/${target.sale._id}`), 1],
    ['who I am', () => buyer.callOnce('GET', 'users/me'), 1],
    ['lots', () => buyer.callOnce('GET', `auctions/${target.sale._id}/lots`), TRIES],
    ['watch list', () => buyer.callOnce('PUT', 'users/me/watchlist2', { lotId: lot }), TRIES],
  ];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    for (const [name, request, tries] of requests) {
      let problem = '';
      for (let n = 0; n < tries; n += 1) {
        const began = performance.now();
        problem = await request().then(
          () => '',
          (error: unknown) => String(error),
        );
        if (problem === '') {
          times.push(performance.now() - began);
          break;
        }
        await pause(TRY_MS);
      }
      notes.check(problem === '', `${what}: ${name}: ${problem}`);
    }
    await pause(ROUND_MS);
  }
  return times;
}

const p99 = (times: number[]): string => {
  const sorted = [...times].sort((a, b) => a - b);
  return `${(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN).toFixed(1)} ms`;
};

const slow: Attack = {
  name: 'slow',
  tries:
    'connections that send half a body, half their headers, or do not read their answer, from one address and from 200, and a guest who asks for log positions that do not exist',
  holds: 'everyone else is answered; slow connections are turned away or cut',
  async run(begin, scale) {
    const target = await begin();
    const notes = new Notes();
    const count = scale === 'full' ? 2_000 : 400;
    const seconds = scale === 'full' ? 8 : 2;
    const idle = await everyoneElse(target, notes, seconds, 'idle');
    const head = halfRequest('POST', `${API}/delete-anonymous-user`);
    const guest = halfRequest('PUT', `${API}/users/me/watchlist2`, { cookie: target.people.guest.cookie });
    const shared = halfRequest('POST', `${API}/saved-searches/stop-mails`);
    const headers = `POST ${API}/delete-anonymous-user HTTP/1.1\r\nHost: a\r\nX-Slow: `;
    const many = loopbackAddresses(200);
    const kinds: readonly [string, string, readonly string[]][] = [
      ['bodies of one address', head, ['127.0.1.1']],
      ['bodies of 200 addresses', head, many],
      ['bodies of 200 addresses for what a visitor may ask', shared, many],
      ['headers of 200 addresses', headers, many],
      ['bodies of one guest', guest, many],
    ];
    const figures = [`p99 idle ${p99(idle)}`];
    const all: [string, SlowConnections][] = [];
    for (const [name, text, addresses] of kinds) {
      const connections = await slowConnections({ port: target.port, count, addresses, head: text });
      all.push([name, connections]);
      figures.push(`${name} ${p99(await everyoneElse(target, notes, seconds, name))}`);
    }
    // None stays longer than it may.
    for (const [name, connections] of all) {
      for (let n = 0; n < 60 && connections.open() > 0; n += 1) await pause(TRY_MS);
      notes.check(connections.open() === 0, `${name}: ${connections.open()} connections are still open`);
      const { 503: turnedAway = 0 } = connections.statuses();
      notes.check(turnedAway === 0, `${name}: ${turnedAway} waited for a place before their bodies had come`);
      connections.close();
    }
    const deaf: Socket[] = await Promise.all(
      Array.from({ length: 32 }, (_, n) => unread(target.port, many[n % many.length] ?? '', target.sale._id)),
    );
    const positions = Array.from({ length: 100 }, () =>
      target.ask({
        method: 'get',
        path: `${API}/users/me/bids`,
        cookie: target.people.guest.cookie,
        headers: { 'x-saleyard-position': String(Number.MAX_SAFE_INTEGER) },
      }),
    );
    figures.push(`unread answers and positions ${p99(await everyoneElse(target, notes, seconds, 'unread'))}`);
    for (const socket of deaf) socket.destroy();
    for (const { status } of await Promise.all(positions))
      notes.check(status === 200 || status === 429 || status === 503, `a position beyond the log: ${status}`);
    await target.close();
    return notes.findings(`${count.toLocaleString('en')} connections of each kind; ${figures.join('; ')}`);
  },
};

/** Requests the lots of a sale many times over one connection, and reads nothing. */
function unread(port: number, localAddress: string, auction: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
      socket.pause();
      socket.write(`GET ${API}/auctions/${auction}/lots HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(10), () =>
        resolve(socket),
      );
    });
    socket.once('error', reject);
    socket.on('error', () => {});
  });
}

const refusals: Attack = {
  name: 'refusals',
  tries: 'auto-bids over REST and bids over the live connection by a guest, as fast as they are answered',
  holds: 'each is refused, and nothing is added to the log',
  async run(begin, scale) {
    const target = await begin();
    const notes = new Notes();
    const { guest, buyer } = target.people;
    const [lot = ''] = target.sale.lots;
    const { log } = target.server.stores;
    const stream = auctionStream(target.sale._id);
    const before = await log.lastRevision(stream);
    const until = performance.now() + (scale === 'full' ? 15_000 : 3_000);
    const statuses: Record<string, number> = {};
    const autoBids = async (): Promise<void> => {
      while (performance.now() < until) {
        const { status, code } = await target.ask({
          method: 'put',
          path: `${API}/users/me/autobids`,
          cookie: guest.cookie,
          body: { lot, autobid: 60_000, commandId: newId() },
        });
        statuses[code] = (statuses[code] ?? 0) + 1;
        notes.check(status >= 400, `an auto-bid of a guest: ${status}`);
      }
    };
    const sockets = Array.from({ length: 5 }, () => bidding(target, guest.cookie, lot, until));
    await Promise.all([autoBids(), autoBids(), autoBids(), autoBids(), ...sockets]);
    const added = (await log.lastRevision(stream)) - before;
    notes.check(added === 0, `${added} events were added to the sale by a guest`);
    // A bidder has the rate of the live connection over REST too.
    const began = performance.now();
    let taken = 0;
    let cents = 60_000;
    while (performance.now() - began < 3_000) {
      cents += 500;
      const { status } = await target.ask({
        method: 'put',
        path: `${API}/users/me/autobids`,
        cookie: buyer.cookie,
        body: { lot, autobid: cents, commandId: newId() },
      });
      if (status === 200) taken += 1;
    }
    notes.check(taken <= 25, `${taken} auto-bids of one person were taken in 3 s`);
    await target.close();
    return notes.findings(
      `${notes.tried.toLocaleString('en')} auto-bids of a guest (${Object.entries(statuses)
        .map(([code, count]) => `${count} ${code}`)
        .join(', ')}), ${added} events; ${taken} of a bidder in 3 s`,
    );
  },
};

/** Bids over one live connection until a time has come. */
async function bidding(
  { port, base, sale }: Target,
  cookie: string,
  lot: string,
  until: number,
): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`, { headers: { cookie, origin: base } });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('open', () => resolve()));
  socket.send(JSON.stringify([{ id: 1, channel: 'bids', event: 'join-auction', data: { _id: sale._id } }]));
  for (let id = 2; performance.now() < until; id += 1) {
    const data = { bid: { lot, cents: 40_000 + id * 500 }, commandId: newId() };
    if (socket.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify([{ id, channel: 'bids', event: 'bid', data }]));
    await pause(20);
  }
  socket.terminate();
}

export const LOAD_ATTACKS: readonly Attack[] = [slow, refusals];
