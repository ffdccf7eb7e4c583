import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Session } from '@saleyard/app/client/session.ts';
import { DEMO_PASSWORD } from '@saleyard/app/demo/demo-accounts.ts';
import { seededRandom, whole } from '@saleyard/app/sample-data/random.ts';
import { openLogBeside } from '@saleyard/app/server/stores.ts';
import { API } from '@saleyard/contract/operation.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { WebSocket } from 'ws';
import { type Attack, type Findings, Notes } from '../attack.ts';
import { type Ended, freePort, SaleyardProcess, started } from '../server-process.ts';
import { emailOf, type Target } from '../target.ts';

const freshFolder = (): string => mkdtempSync(path.join(tmpdir(), 'saleyard-attacked-'));
const STORES = { eventStoreUrl: null, mongoUrl: null, s3Url: null } as const;
/** The code by which a server that stops closes its sockets. */
const RESTARTING = 1012;
/** ms that a process has to end or to be ready. */
const PROCESS_MS = 60_000;

type Acknowledged = { commandId: string; seq: number };

/** Bids on every lot over one connection until it breaks, and records the acknowledged bids. */
function bidder(
  port: number,
  cookie: string,
  auction: string,
  lots: readonly string[],
  kept: Acknowledged[],
): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`, {
    headers: { cookie, origin: `http://127.0.0.1:${port}` },
  });
  const sent = new Map<number, string>();
  const prices = new Map<string, number>();
  let id = 1;
  const bid = (): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    id += 1;
    const lot = lots[id % lots.length] ?? '';
    const cents = (prices.get(lot) ?? 40_000) + 500;
    const commandId = newId();
    sent.set(id, commandId);
    socket.send(
      JSON.stringify([{ id, channel: 'bids', event: 'bid', data: { bid: { lot, cents }, commandId } }]),
    );
    setTimeout(bid, 205);
  };
  socket.on('error', () => {});
  socket.on('open', () => {
    socket.send(JSON.stringify([{ id: 1, channel: 'bids', event: 'join-auction', data: { _id: auction } }]));
    bid();
  });
  socket.on('message', (frame) => {
    for (const { id: answered, data } of JSON.parse(String(frame)) as {
      id?: number;
      data?: { outcome?: string; seq: number; lot: string; currentBidCents: number | null };
    }[]) {
      const commandId = sent.get(answered ?? 0);
      if (commandId === undefined || data?.outcome === undefined) continue;
      prices.set(data.lot, data.currentBidCents ?? 40_000);
      kept.push({ commandId, seq: data.seq });
    }
  });
  return socket;
}

/** Each bid that was acknowledged is in the log of `data`, at the place that was answered. */
async function checkAcknowledged(
  notes: Notes,
  data: string,
  auction: string,
  acknowledged: readonly Acknowledged[],
): Promise<void> {
  const log = await openLogBeside({ data, ...STORES });
  const places = new Map<string, number[]>();
  for await (const events of log.read(auctionStream(auction)))
    for (const { meta, revision } of events)
      places.set(meta.commandId, [...(places.get(meta.commandId) ?? []), revision]);
  await log.close();
  for (const { commandId, seq } of acknowledged) {
    const found = places.get(commandId) ?? [];
    notes.check(
      found.at(-1) === seq,
      `a bid that was acknowledged at ${seq} is at ${found.join() || 'no place'}`,
    );
  }
}

/** Starts a server on `data`, with thirty connections that bid in turn for two people; null: it ended instead. */
async function startedWithBidders(
  { sale, people }: Target,
  notes: Notes,
  { data, port, readyMs, kept }: { data: string; port: number; readyMs: number; kept: Acknowledged[] },
): Promise<{ server: SaleyardProcess; sockets: WebSocket[] } | null> {
  const { server, ended } = await started(data, port, readyMs);
  notes.check(
    ended === null,
    `a start ended with ${ended?.code ?? ended?.signal}: ${ended?.err.slice(-300)}`,
  );
  if (ended !== null) return null;
  const { buyer, buyer2 } = people;
  const sockets = Array.from({ length: 30 }, (_, at) =>
    bidder(port, (at % 2 ? buyer2 : buyer).cookie, sale._id, sale.lots, kept),
  );
  return { server, sockets };
}

const kill: Attack = {
  name: 'kill',
  tries: '`kill -9` of the server again and again while bids come in',
  holds: 'every decision that was acknowledged is in the log, at the place that was answered, and only once',
  async run(begin, scale) {
    const notes = new Notes();
    const folder = freshFolder();
    const data = path.join(folder, 'data');
    const target = await begin({ data });
    const { sale } = target;
    await target.close();
    const kills = scale === 'full' ? 25 : 4;
    const acknowledged: Acknowledged[] = [];
    const random = seededRandom(7);
    const port = await freePort();
    for (let n = 0; n < kills; n += 1) {
      const up = await startedWithBidders(target, notes, {
        data,
        port,
        readyMs: PROCESS_MS,
        kept: acknowledged,
      });
      if (up === null) break;
      const { server, sockets } = up;
      await pause(whole(random, 500, 1_200));
      await server.kill('SIGKILL');
      for (const socket of sockets) socket.terminate();
    }
    await checkAcknowledged(notes, data, sale._id, acknowledged);
    notes.check(acknowledged.length > kills * 10, `only ${acknowledged.length} bids were decided`);
    rmSync(folder, { recursive: true });
    return notes.findings(`${acknowledged.length} acknowledged bids through ${kills} kills`);
  },
};

/** Bids of one stop, at least. */
const BIDS_A_STOP = 20;
/** ms that a server has to be ready, on a busy machine too: it is not the start that is attacked. */
const READY_MS = 300_000;

/** Resumes a sale if it is frozen. */
const resume = (port: number, cookie: string, auction: string): Promise<unknown> =>
  fetch(`http://127.0.0.1:${port}${API}/staff/auctions/${auction}/commands`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ type: 'resume', reason: 'It is back', commandId: newId() }),
  }).then((response) => response.text());

const hangUp: Attack = {
  name: 'hang-up',
  tries: 'SIGHUP, which a closed terminal sends, and SIGTERM while bids come in',
  holds:
    'both stop the server alike: every bid that was acknowledged is in the log, every socket closes as of a restart after its answers, and the code at the end is the same',
  async run(begin, scale) {
    const notes = new Notes();
    const folder = freshFolder();
    const data = path.join(folder, 'data');
    const target = await begin({ data });
    const { sale, people } = target;
    await target.close();
    const acknowledged: Acknowledged[] = [];
    const port = await freePort();
    const hangUps = scale === 'full' ? 5 : 1;
    const codes: string[] = [];
    for (const signal of ['SIGTERM', ...Array<'SIGHUP'>(hangUps).fill('SIGHUP')] as const) {
      const up = await startedWithBidders(target, notes, {
        data,
        port,
        readyMs: READY_MS,
        kept: acknowledged,
      });
      if (up === null) break;
      const { server, sockets } = up;
      const closes = sockets.map((socket) => new Promise<number>((resolve) => socket.once('close', resolve)));
      const enough = acknowledged.length + BIDS_A_STOP;
      const areOpen = () => sockets.every(({ readyState }) => readyState !== WebSocket.CONNECTING);
      while (server.ended === null && (acknowledged.length < enough || !areOpen())) {
        // A sale freezes where the start took long.
        await resume(port, people.staff.cookie, sale._id);
        await pause(200);
      }
      const { code, signal: by } = await server.kill(signal);
      codes.push(String(by ?? code));
      const others = (await Promise.all(closes)).filter((one) => one !== RESTARTING);
      notes.check(
        others.length === 0,
        `${signal}: ${others.length} sockets closed with ${[...new Set(others)]}`,
      );
    }
    notes.check(
      codes.every((code) => code === codes[0]),
      `the server ended with ${codes}`,
    );
    await checkAcknowledged(notes, data, sale._id, acknowledged);
    rmSync(folder, { recursive: true });
    return notes.findings(
      `${acknowledged.length} acknowledged bids through ${hangUps} hang-ups and a SIGTERM`,
    );
  },
};

const isSameButNames = (out: string, proof: string): boolean => {
  const [found, was] = [out, proof].map((text) => ({ ...JSON.parse(text), people: {} }));
  return JSON.stringify(found) === JSON.stringify(was);
};

/** The allowed results of auditing a damaged copy: proving the same outcome, or one sentence that names the problem. */
function checkAudit(
  notes: Notes,
  what: string,
  { code, signal, out, err }: Ended,
  proof: string,
): 'proven' | 'said' | 'broken' {
  // A damaged stream that belongs to another sale is named before the report.
  const isNamed = out.endsWith(proof);
  // Where an account is damaged, the report lacks its name and says so; names are no part of the proof.
  const isSame = code === 0 && (isNamed || (err.includes('has no name here') && isSameButNames(out, proof)));
  const sentence = err.split('\n').find((line) => line.trim() !== '') ?? '';
  const saysSo = code !== 0 && code !== null && sentence.length > 20 && !/^\s+at .*\(/m.test(err);
  notes.check(
    isSame || saysSo,
    `${what}: ended with ${signal ?? code}${code === 0 ? ', another outcome' : ''}: ${err.slice(0, 200)}`,
  );
  if (isSame) return 'proven';
  return saysSo ? 'said' : 'broken';
}

/** A folder with the log of a sale with some bids, and its audit. */
async function auditedSale(begin: (settings: { data: string }) => Promise<Target>) {
  const folder = freshFolder();
  const data = path.join(folder, 'data');
  const target = await begin({ data });
  const { sale, people } = target;
  for (const lot of sale.lots) await people.buyer.call('PUT', 'users/me/autobids', { lot, autobid: 60_000 });
  for (const lot of sale.lots) await people.buyer2.call('PUT', 'users/me/autobids', { lot, autobid: 55_000 });
  await target.close();
  const number = String(sale.searchNumber);
  const audit = (of: string) =>
    new SaleyardProcess(['audit', number, '--json', '--data', of]).within(PROCESS_MS);
  const { code, out, err } = await audit(data);
  if (code !== 0) throw new Error(`the sale is not proven: ${err}`);
  return { folder, data, audit, proof: out, stream: auctionStream(sale._id) };
}

/** Damages a log's file of this many bytes and returns a description. `stream`: one that it holds. */
type Damage = (file: string, size: number, stream: string) => string;

async function damaged(
  begin: (settings: { data: string }) => Promise<Target>,
  kinds: readonly Damage[],
): Promise<Findings> {
  const notes = new Notes();
  const { folder, data, audit, proof, stream } = await auditedSale(begin);
  const counts = { proven: 0, said: 0, broken: 0 };
  for (const [n, damage] of kinds.entries()) {
    const copy = path.join(folder, `copy-${n}`);
    cpSync(data, copy, { recursive: true });
    const file = path.join(copy, 'log', 'data.mdb');
    const what = damage(file, statSync(file).size, stream);
    counts[checkAudit(notes, `audit after ${what}`, await audit(copy), proof)] += 1;
    if (n % 4 === 0) {
      const { server, ended } = await started(copy, await freePort(), PROCESS_MS);
      const last = ended ?? (await server.kill('SIGTERM'));
      const lives = ended === null;
      const says = last.signal === null && last.err.trim().length > 20;
      notes.check(
        lives || says,
        `start after ${what}: ended with ${last.signal ?? last.code}: ${last.err.slice(0, 200)}`,
      );
    }
    rmSync(copy, { recursive: true });
  }
  rmSync(folder, { recursive: true });
  return notes.findings(
    `${kinds.length} copies: ${counts.proven} proven as before, ${counts.said} refused in a sentence`,
  );
}

/** Where a text is in a file. */
function placesOf(text: string, file: Buffer): number[] {
  const places: number[] = [];
  for (let at = file.indexOf(text); at >= 0; at = file.indexOf(text, at + 1)) places.push(at);
  return places;
}

const flips: Attack = {
  name: 'bit-flips',
  tries: 'one bit of the log file changed, at places all over it',
  holds:
    'an audit proves the same outcome or says what is damaged; a start serves or says so: never a signal',
  run(begin, scale) {
    const random = seededRandom(11);
    const kinds = Array.from(
      { length: scale === 'full' ? 80 : 8 },
      (_, n) => (file: string, size: number, stream: string) => {
        // A quarter in the two pages that say where everything is, a quarter in the records of the sale.
        const records = n % 4 === 1 ? placesOf(stream, readFileSync(file)) : [];
        const record = records[whole(random, 0, Math.max(0, records.length - 1))];
        const anywhere = n % 4 === 0 ? whole(random, 0, 8_191) : whole(random, 0, size - 1);
        const at = record === undefined ? anywhere : record + stream.length + whole(random, 0, 100);
        const bit = whole(random, 0, 7);
        const open = openSync(file, 'r+');
        const byte = Buffer.alloc(1);
        readSync(open, byte, 0, 1, at);
        byte[0] = (byte[0] ?? 0) ^ (1 << bit);
        writeSync(open, byte, 0, 1, at);
        closeSync(open);
        return `a flip of bit ${bit} of byte ${at}`;
      },
    );
    return damaged(begin, kinds);
  },
};

const truncations: Attack = {
  name: 'truncations',
  tries: 'the log file cut off, emptied, or with a page of zeros',
  holds: 'the same: the outcome is proven, or a sentence says what is wrong',
  run(begin, scale) {
    const random = seededRandom(13);
    const cut = (to: (size: number) => number) => (file: string, size: number) => {
      truncateSync(file, to(size));
      return `a cut to ${to(size)} of ${size} bytes`;
    };
    const zeroed = (file: string, size: number): string => {
      const page = whole(random, 0, Math.floor(size / 4_096) - 1);
      const open = openSync(file, 'r+');
      writeSync(open, Buffer.alloc(4_096), 0, 4_096, page * 4_096);
      closeSync(open);
      return `page ${page} of zeros`;
    };
    const few = [
      cut(() => 0),
      cut(() => 100),
      cut(() => 4_096),
      cut((size) => size - 4_096),
      cut((size) => Math.floor(size / 2)),
      zeroed,
    ];
    const more = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? zeroed : cut((size) => Math.floor((size * (n + 1)) / 22)),
    );
    return damaged(begin, scale === 'full' ? [...few, ...more] : few);
  },
};

const diskFull: Attack = {
  name: 'disk-full',
  tries: 'bids, sign-ins and everything else that is kept, on a disk without a free byte',
  holds: 'each is answered `full` and so is /readyz; people read on; it goes on by itself when there is room',
  async run(begin) {
    const notes = new Notes();
    const folder = freshFolder();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder], { stdio: 'ignore' });
    } catch {
      return notes.findings('not run: only a user who may mount a tmpfs can');
    }
    const ballast = path.join(folder, 'ballast');
    try {
      const target = await begin({ data: path.join(folder, 'data'), level: 'silent' });
      const { buyer } = target.people;
      const [lot = ''] = target.sale.lots;
      const readyz = async () => (await target.ask({ method: 'get', path: '/readyz' })).text;
      for (let round = 0; round < 3; round += 1) {
        for (let left = 1, n = 0; left > 0; n += 1) {
          const { bavail, bsize } = statfsSync(folder);
          left = bavail * bsize;
          if (left > 0) writeFileSync(`${ballast}-${n}`, Buffer.alloc(left));
        }
        // It caches its last response for a moment.
        await pause(500);
        notes.check((await readyz()).startsWith('full'), `/readyz says ${await readyz()}`);
        for (let n = 0; n < 4; n += 1) {
          const answer = await target.ask({
            method: 'put',
            path: `${API}/users/me/autobids`,
            cookie: buyer.cookie,
            body: { lot, autobid: 60_000 + n * 500 },
          });
          notes.check(answer.code === 'full', `an auto-bid: ${answer.status} ${answer.code}`);
        }
        const signIn = await Session.signIn(target.base, emailOf('buyer2'), DEMO_PASSWORD).then(
          () => 'signed in',
          (error: unknown) => String(error),
        );
        notes.check(signIn.includes('503 full'), `a sign-in: ${signIn}`);
        await buyer.call('GET', `auctions/${target.sale._id}/lots`);
        for (const name of readdirSync(folder))
          if (name.startsWith('ballast')) rmSync(path.join(folder, name));
        await pause(1_500);
        notes.check((await readyz()) === 'ready', `with room /readyz says ${await readyz()}`);
        const after = await target.ask({
          method: 'put',
          path: `${API}/users/me/autobids`,
          cookie: buyer.cookie,
          body: { lot, autobid: 80_000 + round * 500 },
        });
        notes.check(after.status === 200, `an auto-bid with room: ${after.status} ${after.code}`);
      }
      await target.close();
    } finally {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    }
    return notes.findings(`${notes.tried} requests in 3 rounds`);
  },
};

export const STORAGE_ATTACKS: readonly Attack[] = [kill, hangUp, diskFull];
export const DAMAGE_ATTACKS: readonly Attack[] = [flips, truncations];
