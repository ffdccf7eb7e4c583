import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Session } from '@saleyard/app/client/session.ts';
import { DEMO_PASSWORD } from '@saleyard/app/demo/demo-accounts.ts';
import { API } from '@saleyard/contract/operation.ts';
import type { SaleSchedule } from '@saleyard/contract/staff.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { WebSocket } from 'ws';
import { type Attack, Notes } from '../attack.ts';
import { emailOf, type Target } from '../target.ts';

/** ms between two looks at what is awaited, and how many. */
const POLL_MS = 100;
const LOOKS = 150;
/** Bids of one person that are taken in a second, and ms for which bids are sent. */
const BIDS_PER_SECOND = 5;
const BIDDING_MS = 3_000;
/** Sockets of one session. */
const SOCKETS = 20;

const upgrade = (path: string, header = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
  `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${header}\r\n`;

/** Sends a text, `after` once the answer has come, and keeps its own half of the connection open. */
function halfOpen(port: number, text: string, after: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text));
    socket.on('error', () => resolve(socket));
    socket.once('data', () => {
      if (after !== '') socket.write(after);
      resolve(socket);
    });
    socket.resume();
  });
}

const refusedUpgrades: Attack = {
  name: 'refused-upgrades',
  tries: 'upgrades that are refused, whose clients keep their half of the connection open, or send on',
  holds: 'the server closes each connection, and stops in time',
  async run(begin, scale) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const count = scale === 'full' ? 700 : 60;
    const kinds = [
      ['another path', upgrade('/nowhere'), ''],
      ['another origin', upgrade('/realtime', 'Origin: http://evil.example\r\n'), ''],
      ['another version', upgrade('/realtime').replace('Version: 13', 'Version: 3'), ''],
      ['bytes at once', `${upgrade('/nowhere')}abc`, ''],
      ['bytes later', upgrade('/nowhere'), 'x'.repeat(100_000)],
    ] as const;
    for (const [name, text, after] of kinds) {
      const sockets: Socket[] = [];
      for (let n = 0; n < count; n += 1) sockets.push(await halfOpen(target.port, text, after));
      const open = (): number => sockets.filter(({ destroyed }) => !destroyed).length;
      for (let n = 0; n < LOOKS && open() > 0; n += 1) {
        await pause(POLL_MS);
        // Only a connection that the server has closed whole answers this with a reset.
        for (const socket of sockets) if (!socket.destroyed) socket.write('x');
      }
      notes.check(open() === 0, `${name}: ${open()} connections are still open`);
      for (const socket of sockets) socket.destroy();
    }
    const left = await halfOpen(target.port, upgrade('/nowhere'), 'x');
    const closed = target.close().then(() => true);
    const inTime = await Promise.race([closed, pause(LOOKS * POLL_MS).then(() => false)]);
    notes.check(inTime, 'the server does not stop');
    left.destroy();
    await closed;
    return notes.findings(`${count} connections of each of ${kinds.length} kinds`);
  },
};

/** A live connection that records what it gets. */
async function follower(target: Target, cookie?: string): Promise<{ socket: WebSocket; frames: string[] }> {
  const { port, base } = target;
  const headers = { origin: base, ...(cookie !== undefined && { cookie }) };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`, { headers });
  const frames: string[] = [];
  socket.on('message', (data) => frames.push(String(data)));
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('open', () => resolve()));
  return { socket, frames };
}

const send = (socket: WebSocket, id: number, event: string, data: unknown): void =>
  socket.send(JSON.stringify([{ id, channel: 'bids', event, data }]));

/** Sends a bid and returns the id of its command. */
function sendBid(socket: WebSocket, id: number, lot: string, cents: number): string {
  const commandId = newId();
  send(socket, id, 'bid', { bid: { lot, cents }, commandId });
  return commandId;
}

async function arrived(frames: readonly string[], wanted: RegExp): Promise<boolean> {
  for (let n = 0; n < LOOKS; n += 1) {
    if (wanted.test(frames.join(''))) return true;
    await pause(POLL_MS);
  }
  return false;
}

const privateSale: Attack = {
  name: 'private-sale',
  tries:
    'staying in a sale that becomes private: over a live connection and by a read that waits, signed out',
  holds: 'nothing of it is sent from then on; people who are signed in get it all',
  async run(begin) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const { people, later } = target;
    const [visitor, buyer] = [await follower(target), await follower(target, people.buyer.cookie)];
    for (const { socket, frames } of [visitor, buyer]) {
      send(socket, 1, 'join-auction', { _id: later._id });
      notes.check(await arrived(frames, /"snapshot"/), 'a public sale is not shown');
    }
    const path = `${API}/auctions/${later._id}/live`;
    const { seq } = (
      JSON.parse((await target.ask({ method: 'GET', path })).text) as { data: { seq: number } }
    ).data;
    const waiting = target.ask({ method: 'GET', path: `${path}?since=${seq}&waitMs=9000` });
    const { revision, details, terms } = await people.staff.call<SaleSchedule>(
      'GET',
      `staff/auctions/${later._id}/schedule`,
    );
    const title = 'Private dispersal';
    await people.staff.call('PUT', `staff/auctions/${later._id}`, {
      revision,
      details: { ...details, title, public: false },
      terms,
    });
    notes.check(await arrived(buyer.frames, /Private dispersal/), 'a buyer does not get the change');
    const held = await waiting;
    notes.check(held.status === 404, `a read that waited was answered ${held.status}`);
    send(visitor.socket, 2, 'join-auction', { _id: later._id });
    notes.check(await arrived(visitor.frames, /"id":2,"error"/), 'a visitor joins a private sale');
    notes.check(!visitor.frames.join('').includes(title), 'a visitor gets a change of a private sale');
    notes.check(visitor.frames.join('').includes('"auction-delete"'), 'a visitor does not get it as deleted');
    for (const { socket } of [visitor, buyer]) socket.terminate();
    await target.close();
    return notes.findings('one live connection and one read that waits');
  },
};

const ELSEWHERE = [
  '//evil.example/a.',
  '//evil.example.',
  '///evil.example!',
  '/\\evil.example.',
  '/\\/evil.example,',
  '//user@evil.example/a.?b=/',
  'http://evil.example/a.',
  'https:evil.example.',
];

/** The `Location` of the answer to a request target, as a browser would resolve it; null: there is none. */
function locationOf(port: number, asked: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const head = `GET ${asked} HTTP/1.1\r\nHost: saleyard.test\r\nAccept: text/html\r\nSec-Fetch-Mode: navigate\r\nConnection: close\r\n\r\n`;
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(head));
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(/^location: (.*)\r$/im.exec(text)?.[1] ?? null));
  });
}

const redirects: Attack = {
  name: 'redirects',
  tries:
    'links to our host whose address a browser may take as another host, with what a sentence put after it',
  holds: 'none is redirected to another host; a link to a lot still loses its full stop',
  async run(begin) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const own = 'http://saleyard.test';
    for (const asked of ELSEWHERE) {
      const location = await locationOf(target.port, asked);
      const isOwn = location === null || new URL(location, own).origin === own;
      notes.check(isOwn, `${asked} leads to ${location}`);
    }
    const lot = await locationOf(target.port, '/main/upcoming/cattle/4512/9001.');
    notes.check(lot === '/main/upcoming/cattle/4512/9001', `a link to a lot leads to ${lot}`);
    await target.close();
    return notes.findings(`${ELSEWHERE.length} links`);
  },
};

const socketBids: Attack = {
  name: 'socket-bids',
  tries: 'bids that are too low by one bidder over 20 live connections, as fast as each allows',
  holds: 'the log gets five of them a second, and the bids of others are accepted',
  async run(begin, scale) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const { buyer, buyer2 } = target.people;
    const [lot = '', other = ''] = target.sale.lots;
    const { log } = target.server.stores;
    const stream = auctionStream(target.sale._id);
    const join = async (cookie: string) => {
      const joined = await follower(target, cookie);
      send(joined.socket, 1, 'join-auction', { _id: target.sale._id });
      notes.check(await arrived(joined.frames, /"snapshot"/), 'a bidder does not join');
      return joined;
    };
    const flooding = await Promise.all(Array.from({ length: SOCKETS }, () => join(buyer.cookie)));
    const calm = await join(buyer2.cookie);
    const before = await log.lastRevision(stream);
    const began = performance.now();
    const ms = scale === 'full' ? BIDDING_MS * 3 : BIDDING_MS;
    let [id, others] = [1, 0];
    while (performance.now() - began < ms) {
      id += 1;
      for (const { socket } of flooding) sendBid(socket, id, lot, 500);
      if (id % 5 === 0) {
        others += 1;
        sendBid(calm.socket, id, other, 60_000 + id * 500);
      }
      await pause(1_000 / BIDS_PER_SECOND);
    }
    const last = new RegExp(`"id":${id - (id % 5)},`);
    notes.check(await arrived(calm.frames, last), "another's bid was not answered");
    // What is under way is recorded.
    await pause(1_000);
    const seconds = Math.ceil((performance.now() - began) / 1_000);
    const accepted = calm.frames.join('').split('"outcome":"accepted"').length - 1;
    notes.check(accepted === others, `${accepted} of ${others} bids of another were accepted`);
    const recorded = (await log.lastRevision(stream)) - before - accepted;
    const allowed = BIDS_PER_SECOND * (seconds + 1);
    notes.check(recorded <= allowed, `${recorded} refusals were recorded, and ${allowed} are allowed`);
    for (const { socket } of [...flooding, calm]) socket.terminate();
    await target.close();
    return notes.findings(
      `${((id - 1) * SOCKETS).toLocaleString('en')} bids in ${ms / 1_000} s, ${recorded} recorded`,
    );
  },
};

/** Bids that are sent at once over the connection of a person who has signed out: as many as a second takes. */
const BIDS_AFTER = BIDS_PER_SECOND;

/** Signs a bidder in, then out beside a live connection. Returns the bids that were sent after the answer. */
async function bidsAfterSignOut(
  target: Target,
  notes: Notes,
  { lot, cents }: { lot: string; cents: number },
): Promise<string[]> {
  const session = await Session.signIn(target.base, emailOf('buyer'), DEMO_PASSWORD);
  const { socket, frames } = await follower(target, session.cookie);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  send(socket, 1, 'join-auction', { _id: target.sale._id });
  notes.check(await arrived(frames, /"snapshot"/), 'a bidder does not join');
  sendBid(socket, 2, lot, cents);
  notes.check(await arrived(frames, /"id":2,.*"outcome":"accepted"/), 'a bid before it was not accepted');
  const { cookie } = session;
  const out = await target.ask({ method: 'GET', path: `${API}/logout`, cookie });
  const after = Array.from({ length: BIDS_AFTER }, (_, n) =>
    sendBid(socket, 3 + n, lot, cents + (n + 1) * 500),
  );
  notes.check(out.status === 200, `a sign-out was answered ${out.status} ${out.code}`);
  const code = await Promise.race([closed, pause(LOOKS * POLL_MS, 'still open')]);
  notes.check(code === 1008, `the connection is ${code}`);
  const rest = await target.ask({
    method: 'POST',
    path: `${API}/users/me/bids`,
    cookie,
    body: { bid: { lot, cents: cents + 5_000 }, commandId: newId() },
  });
  notes.check(rest.status === 401, `a bid over REST was answered ${rest.status} ${rest.code}`);
  socket.terminate();
  return after;
}

const signedOutSocket: Attack = {
  name: 'signed-out-socket',
  tries: 'bids over a live connection whose person has signed out over HTTP meanwhile',
  holds: 'from the answer of the sign-out on none is accepted, and the connection is closed',
  async run(begin, scale) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const [lot = '', other = ''] = target.sale.lots;
    const calm = await follower(target, target.people.buyer2.cookie);
    send(calm.socket, 1, 'join-auction', { _id: target.sale._id });
    const rounds = scale === 'full' ? 12 : 3;
    const after = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const cents = 60_000 + round * 10_000;
      for (const sent of await bidsAfterSignOut(target, notes, { lot, cents })) after.add(sent);
      // All bids that were sent earlier are decided before this one.
      sendBid(calm.socket, 2 + round, other, cents);
      const answer = new RegExp(`"id":${2 + round},.*"outcome":"accepted"`);
      notes.check(await arrived(calm.frames, answer), "another's bid was not accepted");
    }
    let accepted = 0;
    const events = target.server.stores.log.read(auctionStream(target.sale._id));
    for await (const batch of events)
      for (const { type, meta } of batch)
        if (type === 'BidAccepted' && after.has(meta.commandId)) accepted += 1;
    notes.check(accepted === 0, `${accepted} bids were accepted after the sign-out`);
    calm.socket.terminate();
    await target.close();
    return notes.findings(`${after.size} bids after ${rounds} sign-outs, ${accepted} accepted`);
  },
};

export const LIVE_SIDE_ATTACKS: readonly Attack[] = [
  refusedUpgrades,
  privateSale,
  redirects,
  socketBids,
  signedOutSocket,
];
