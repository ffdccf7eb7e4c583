import { cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { auditAuction } from '@saleyard/app/audit/audit.ts';
import { reportText } from '@saleyard/app/audit/text.ts';
import { personalFolder } from '@saleyard/command-api/accounts/personal-data.ts';
import { SIGN_IN_LIMITS } from '@saleyard/command-api/sign-in/sign-in-limiter.ts';
import { PART_BYTES } from '@saleyard/contract/lot-media.ts';
import { API, HEADERS } from '@saleyard/contract/operation.ts';
import { STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { type Attack, Notes } from '../attack.ts';
import { freePort, started } from '../server-process.ts';
import type { Answer, Target } from '../target.ts';

/** ms between two looks at what is awaited. */
const POLL_MS = 50;
/** ms that a process has to be ready, or to end. */
const PROCESS_MS = 60_000;

const autoBid = (target: Target, cookie: string, lot: string, cents: number): Promise<Answer> =>
  target.ask({
    method: 'PUT',
    path: `${API}/users/me/autobids`,
    cookie,
    body: { lot, autobid: cents, commandId: newId() },
  });

const startDraft = (target: Target, cookie: string): Promise<Answer> =>
  target.ask({
    method: 'POST',
    path: `${API}/auctions/${target.later._id}/lots`,
    cookie,
    body: { lot: { count: 10 }, commandId: newId() },
  });

/** A body that is refused before it came ends its connection, which must not carry another request. */
const ONCE = { connection: 'close' };

const upload = (
  target: Target,
  cookie: string,
  where: string,
  body = '%PDF-1.7 and nothing else',
): Promise<Answer> =>
  target.ask({
    method: 'POST',
    path: `${API}/${where}`,
    cookie,
    headers: { ...ONCE, 'content-type': 'application/octet-stream', 'x-command-id': newId() },
    body,
  });

/** Counts answers by their code, or by their status where there is none. */
export class Codes {
  readonly #counts = new Map<string, number>();

  add({ status, code }: Answer): void {
    const key = code === '' ? String(status) : code;
    this.#counts.set(key, this.of(key) + 1);
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  get text(): string {
    return [...this.#counts].map(([key, count]) => `${count} ${key}`).join(', ');
  }
}

const readFlood: Attack = {
  name: 'read-flood',
  tries:
    'all lots of a live sale, each time sorted or searched otherwise and beyond the end of the log, 24 at a time and without end, by one guest',
  holds:
    'the guest is limited, others read, every bid that is placed meanwhile is accepted, and the sale does not freeze',
  async run(begin, scale) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const { guest, buyer, buyer2, staff } = target.people;
    const [lot = ''] = target.sale.lots;
    const codes = new Codes();
    const most = scale === 'full' ? 4_000 : 900;
    let sent = 0;
    const flood = async (): Promise<void> => {
      while (sent < most) {
        sent += 1;
        const query = [
          'mode=live',
          `mode=live&q=angus%20${sent}`,
          `mode=live&sortField=sex&limit=${1 + (sent % 900)}`,
          'limit=10&page=1&q=angus%20gunnedah',
        ][sent % 4];
        const method = sent % 5 === 0 ? 'HEAD' : 'GET';
        const path = `${API}/auctions/${target.sale._id}/lots?${query}`;
        const headers = { [HEADERS.position]: String(1_000_000_000 + sent) };
        codes.add(await target.ask({ method, path, headers, cookie: guest.cookie }));
      }
    };
    const began = performance.now();
    const flooding = Promise.all(Array.from({ length: 24 }, flood));
    let isOver = false;
    void flooding.finally(() => {
      isOver = true;
    });
    let cents = 60_000;
    let bids = 0;
    while (!isOver) {
      cents += 500;
      const { status, code } = await autoBid(target, (bids % 2 ? buyer : buyer2).cookie, lot, cents);
      bids += 1;
      notes.check(status === 200, `a bid was answered ${status} ${code}`);
      const read = await target.ask({ method: 'GET', path: `${API}/users/me/bids`, cookie: buyer.cookie });
      notes.check(read.status === 200, `another person's read was answered ${read.status} ${read.code}`);
      // A person has five bids a second.
      await pause(120);
    }
    await flooding;
    const minutes = Math.ceil((performance.now() - began) / 60_000);
    notes.check(
      codes.of('200') <= 600 * minutes,
      `one guest read ${codes.of('200')} times within ${minutes} min`,
    );
    const { auction } = await staff.call<{ auction: { state: string } }>(
      'GET',
      `auctions/${target.sale._id}`,
    );
    notes.check(auction.state === 'live', `the sale is ${auction.state}`);
    await target.close();
    return notes.findings(
      `${sent.toLocaleString('en')} reads of a guest (${codes.text}) beside ${bids} bids`,
    );
  },
};

const changeFlood: Attack = {
  name: 'change-flood',
  tries: 'settings saved 24 at a time and without end, by one guest: each is an event of the log',
  holds: 'the guest is limited, and what another person changes from the same address is saved',
  async run(begin, scale) {
    const target = await begin({ isSteady: true, limitsChanges: true });
    const notes = new Notes();
    const { guest, buyer } = target.people;
    const codes = new Codes();
    const most = scale === 'full' ? 3_000 : 700;
    const saved = ({ cookie }: { cookie: string }, n: number): Promise<Answer> =>
      target.ask({
        method: 'PUT',
        path: `${API}/users/me`,
        cookie,
        body: { user: { filters: { upcoming: { q: `angus ${n}` } } }, commandId: newId() },
      });
    let sent = 0;
    const flood = async (): Promise<void> => {
      while (sent < most) {
        sent += 1;
        codes.add(await saved(guest, sent));
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: 24 }, flood));
    const minutes = Math.ceil((performance.now() - began) / 60_000);
    notes.check(codes.of('200') > 0, `none was saved: ${codes.text}`);
    notes.check(codes.of('200') <= 600 * minutes, `${codes.of('200')} were saved in ${minutes} min`);
    const other = await saved(buyer, 0);
    notes.check(other.status === 200, `another person's change was answered ${other.status} ${other.code}`);
    await target.close();
    return notes.findings(`${sent.toLocaleString('en')} changes of a guest (${codes.text})`);
  },
};

const diskReserve: Attack = {
  name: 'disk-reserve',
  tries:
    'drafts, documents, files, lots, reoffers and practice sales while less of the disk is free than is kept for the log',
  holds: 'all of them are refused as `disk-low`, and bids are accepted',
  async run(begin) {
    const data = await mkdtemp(path.join(tmpdir(), 'saleyard-attack-'));
    const first = await begin({ data, isSteady: true });
    const { sale, later: laterSale } = first;
    await first.close();
    // More than any disk has free.
    const flags = { diskReserve: 1_000_000 };
    const target = await begin({ data, isSteady: true, sales: { sale, later: laterSale }, flags });
    const notes = new Notes();
    const { seller, buyer, staff } = target.people;
    const [lot = ''] = target.sale.lots;
    const codes = new Codes();
    const later = `${API}/staff/auctions/${laterSale._id}`;
    const add = (where: string, type: string, body: string): Promise<Answer> =>
      target.ask({
        method: 'POST',
        path: `${later}/${where}`,
        cookie: staff.cookie,
        headers: { 'content-type': type, 'x-command-id': newId() },
        body,
      });
    // A slow start is an outage, which freezes a live sale.
    const resumed = await target.ask({
      method: 'POST',
      path: `${API}/staff/auctions/${sale._id}/commands`,
      cookie: staff.cookie,
      body: { type: 'resume', reason: 'started', commandId: newId() },
    });
    notes.check(resumed.code !== 'disk-low', 'a command of a sale was refused');
    for (let n = 0; n < 10; n += 1) {
      const answers = [
        await startDraft(target, seller.cookie),
        await upload(target, seller.cookie, `lots/${lot}/documents`),
        await upload(target, seller.cookie, `lots/${lot}/media`),
        await upload(target, buyer.cookie, 'users/me/license-file'),
        await add('lots', 'application/json', '{"lots":[]}'),
        await add('lots.csv', 'text/csv', 'number\n9\n'),
        await target.ask({
          method: 'PUT',
          path: `${API}/auctions/${laterSale._id}/lots/${lot}/reoffer`,
          cookie: seller.cookie,
          body: { lot: {}, commandId: newId() },
        }),
        await target.ask({
          method: 'POST',
          path: `${API}/practice`,
          cookie: buyer.cookie,
          body: { level: 'relaxed' },
        }),
      ];
      for (const answer of answers) {
        codes.add(answer);
        notes.check(answer.code === 'disk-low', `it was answered ${answer.status} ${answer.code}`);
      }
      const { status, code } = await autoBid(target, buyer.cookie, lot, 60_000 + n * 1_000);
      notes.check(status === 200, `a bid was answered ${status} ${code}`);
      await pause(250);
    }
    await target.close();
    await rm(data, { recursive: true, force: true });
    return notes.findings(`${codes.text}; 10 bids`);
  },
};

/** Most drafts, unfinished parts of videos and megabytes of the sellers in `quotas`. */
const DRAFTS = 5;
const PARTS = 2;
const MEGABYTES = 20;
const MEGABYTE = 1024 * 1024;
/** The first bytes of an MP4. */
const MP4_HEAD = '\0\0\0\x18ftypisom\0\0\x02\0isomiso2';

const sendPart = (target: Target, cookie: string, lot: string): Promise<Answer> =>
  target.ask({
    method: 'PUT',
    path: `${API}/lots/${lot}/media/parts/${newId()}/0`,
    cookie,
    headers: { ...ONCE, 'content-type': 'application/octet-stream', 'file-size': String(2 * PART_BYTES) },
    body: MP4_HEAD.padEnd(PART_BYTES, '\0'),
  });

/** A document of 5 MB. */
const sendDocument = (target: Target, cookie: string, lot: string): Promise<Answer> =>
  upload(target, cookie, `lots/${lot}/documents`, '%PDF-1.7 '.padEnd(5 * MEGABYTE, 'x'));

const idIn = ({ text }: Answer): string => /"_id":"([^"]+)"/.exec(text)?.[1] ?? '';

/** Everything that is kept of an account: its drafts, the files of all of them, and the events of one. */
async function keptOf({ server }: Target, account: string, lot: string): Promise<string> {
  const { documents, files, log } = server.stores;
  const keys: string[] = [];
  for await (const { key } of files.list(personalFolder(account))) keys.push(key);
  const drafts = await documents.count('listings', { createdBy: account });
  const events = await log.lastRevision(streamOf(STREAMS.listing, lot));
  return `${drafts} drafts, ${keys.length} files, ${events + 1} events`;
}

const quotas: Attack = {
  name: 'quotas',
  tries:
    'more drafts, unfinished parts of videos and bytes of documents by one seller than an account may have, eight at a time',
  holds: 'what is over a quota is refused in a sentence and not kept; another seller goes on',
  async run(begin, scale) {
    const flags = { accountDrafts: DRAFTS, accountParts: PARTS, accountMegabytes: MEGABYTES };
    const target = await begin({ isSteady: true, flags });
    const notes = new Notes();
    const { seller, staff } = target.people;
    const codes = new Codes();
    const tries = scale === 'full' ? 64 : 16;
    let lot = '';
    for (let n = 0; n < tries; n += 8) {
      const atOnce = Array.from({ length: 8 }, () => startDraft(target, seller.cookie));
      for (const answer of await Promise.all(atOnce)) {
        codes.add(answer);
        if (answer.status === 201) lot = idIn(answer);
        else notes.check(/You have \d+ drafts/.test(answer.text), `a draft was answered ${answer.text}`);
      }
    }
    const begun = codes.of('201');
    notes.check(begun === DRAFTS, `${begun} drafts were begun, and ${DRAFTS} are allowed`);
    notes.check(codes.of('quota-reached') === tries - DRAFTS, `the others were answered ${codes.text}`);
    while (!(await keptOf(target, seller.id, lot)).startsWith(`${begun} drafts`)) await pause(POLL_MS);
    // Two are stored one after the other, which uses up either quota.
    for (const [send, over] of [
      [sendPart, /only partly uploaded/],
      [sendDocument, /Your files take \d+ MB/],
    ] as const) {
      for (let n = 0; n < 2; n += 1) {
        const stored = await send(target, seller.cookie, lot);
        codes.add(stored);
        notes.check(stored.status < 300, `file ${n + 1} was answered ${stored.status} ${stored.text}`);
      }
      const before = await keptOf(target, seller.id, lot);
      for (let n = 0; n < tries; n += 8) {
        const atOnce = Array.from({ length: 8 }, () => send(target, seller.cookie, lot));
        for (const answer of await Promise.all(atOnce)) {
          codes.add(answer);
          const isRefused = answer.code === 'quota-reached' && over.test(answer.text);
          notes.check(isRefused, `a file over the quota was answered ${answer.status} ${answer.text}`);
        }
      }
      const after = await keptOf(target, seller.id, lot);
      notes.check(after === before, `kept before ${before}, and after ${after}`);
    }
    const other = await startDraft(target, staff.cookie);
    notes.check(other.status === 201, `another account's draft was answered ${other.status} ${other.code}`);
    const file = await sendDocument(target, staff.cookie, idIn(other));
    notes.check(file.status === 201, `another account's file was answered ${file.status} ${file.text}`);
    await target.close();
    return notes.findings(codes.text);
  },
};

/** Audits a sale, which must be proven. Returns the number of its refusals. */
export async function refusalsProven(target: Target, notes: Notes, auctionId: string): Promise<number> {
  const report = await auditAuction({ log: target.server.stores.log, auctionId });
  const { refused } = report.commands;
  notes.check(refused > 0, 'nothing was refused');
  notes.check(report.proven, reportText(report).split('\n').slice(-3).join(' '));
  return refused;
}

const REFUSED = [
  { type: 'announce', text: '' },
  { type: 'announce', text: 'Trucks at ten' },
  { type: 'announce', text: 'Trucks at ten' },
  { type: 'announce', text: '' },
  { type: 'announce', text: '' },
  { type: 'unpause', reason: 'wind' },
  { type: 'pause', reason: 'wind' },
  { type: 'pause', reason: 'wind' },
  { type: 'unpause', reason: 'wind' },
  { type: 'freeze', reason: 'rain' },
  { type: 'freeze', reason: 'hail' },
  { type: 'resume', reason: 'sun' },
  { type: 'resume', reason: 'sun' },
  { type: 'cancel', reason: 'flood' },
] as const;

const ordinaryRefusals: Attack = {
  name: 'ordinary-refusals',
  tries:
    'what staff do twice, too late or to the wrong lot on an ordinary day: announcements, pauses, freezes, sales',
  holds: 'the audit decides every refusal again and proves the sale',
  async run(begin, scale) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const { staff, buyer, seller } = target.people;
    const codes = new Codes();
    const act = async (body: object): Promise<void> => {
      codes.add(
        await target.ask({
          method: 'POST',
          path: `${API}/staff/auctions/${target.sale._id}/commands`,
          cookie: staff.cookie,
          body: { ...body, commandId: newId() },
        }),
      );
    };
    for (let round = 0; round < (scale === 'full' ? 10 : 2); round += 1) {
      for (const body of REFUSED) await act(body);
      for (const lot of target.sale.lots) {
        await act({ type: 'sellAfter', lot, buyer: seller.id, cents: 60_500 });
        await act({ type: 'sellAfter', lot, buyer: buyer.id, cents: 60_500 });
        await act({ type: 'freeze', lot, reason: 'gate' });
        await act({ type: 'freeze', lot, reason: 'gate' });
        await act({ type: 'resume', lot, reason: 'gate' });
        await act({ type: 'resume', lot, reason: 'gate' });
      }
    }
    const refused = await refusalsProven(target, notes, target.sale._id);
    await target.close();
    return notes.findings(`${codes.text}; ${refused} refusals decided again`);
  },
};

/** Wrong links, and as many wrong codes, from one address: more than its limit together. */
const WRONG = SIGN_IN_LIMITS.wrongCodesPerAddress / 2 + 20;
/** Requests for links from one address, beyond which none is limited. */
const MOST_ASKED = 500;

const sharedAddress: Attack = {
  name: 'shared-address',
  tries:
    'wrong codes and wrong links beyond their limit, and requests for links, from the address of a whole saleyard',
  holds: 'the right link of somebody else there still signs in, and an owner still gets one on an own device',
  async run(begin) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const codes = new Codes();
    const link = (token: string, method: string) =>
      target.ask({
        method,
        path: `${API}/users/magic/me`,
        headers: { authorization: `Bearer ${token}` },
      });
    for (let n = 0; n < WRONG; n += 1) {
      codes.add(await link(`wrong-link-${n}`, 'GET'));
      codes.add(
        await target.ask({
          method: 'POST',
          path: `${API}/users/reset/WRONG-${String(n).padStart(5, '0')}`,
          body: { password: 'paddock77' },
        }),
      );
    }
    notes.check(codes.of('rate-limited') > 0, `no wrong link or code was limited: ${codes.text}`);
    const email = 'buyer2@saleyard.test';
    await target.ask({ method: 'POST', path: `${API}/users/magic`, body: { email } });
    const { outbox } = target.server.stores;
    let token = '';
    while (token === '') {
      const { messages } = await outbox.read({ page: 1, limit: 100 });
      token = messages.map(({ text }) => /\/magic\/([\w-]+)/.exec(text)?.[1] ?? '').find(Boolean) ?? '';
      await pause(POLL_MS);
    }
    const right = await link(token, 'POST');
    notes.check(right.status === 200, `the right link was answered ${right.status} ${right.code}`);
    const again = await link(token, 'GET');
    notes.check(again.code !== 'rate-limited', 'a link that was used counts as a wrong one');
    const device = right.headers.getSetCookie().find((cookie) => cookie.startsWith('saleyard-device='));
    const ask = (to: string, cookie = '') =>
      target.ask({ method: 'POST', path: `${API}/users/magic`, body: { email: to }, cookie });
    let asked = 0;
    while (asked < MOST_ASKED && (await ask(`nobody${asked}@farm.example`)).status === 200) asked += 1;
    notes.check(asked < MOST_ASKED, `${asked} links were requested from one address`);
    const own = await ask(email, device?.split(';')[0]);
    notes.check(own.status === 200, `on an own device a link was answered ${own.status} ${own.code}`);
    await target.close();
    return notes.findings(
      `${WRONG} wrong links and ${WRONG} wrong codes (${codes.text}), ${asked} requests for links`,
    );
  },
};

const keyRing: Attack = {
  name: 'key-ring',
  tries: 'starts without the secrets, with those of another marketplace, an older copy, and garbled ones',
  holds:
    'each ends with a sentence that names the place, and nothing is lost: the right secrets start it again',
  async run(begin) {
    const notes = new Notes();
    const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-attack-'));
    const [own, other] = [path.join(folder, 'own'), path.join(folder, 'other')];
    const [secrets, kept, older] = [path.join(own, 'secrets'), `${folder}/kept`, `${folder}/older`];
    await (await begin({ data: other, isSteady: true })).close();
    const target = await begin({ data: own, isSteady: true });
    await cp(secrets, older, { recursive: true });
    const { buyer } = target.people;
    const bid = await autoBid(target, buyer.cookie, target.sale.lots[0] ?? '', 60_500);
    notes.check(bid.status === 200, `a bid was answered ${bid.status} ${bid.code}`);
    await target.close();
    const port = await freePort();
    const start = async (what: string, says: string): Promise<void> => {
      const { server, ended } = await started(own, port, PROCESS_MS);
      if (ended === null) await server.kill('SIGKILL');
      const sentence = ended?.err ?? '';
      const isSaid = ended !== null && ended.code !== 0 && sentence.includes(own) && sentence.includes(says);
      notes.check(
        isSaid && !/^\s+at .*\(/m.test(sentence),
        `${what}: ${sentence.slice(0, 200) || 'it started'}`,
      );
    };
    await rename(secrets, kept);
    await start('no secrets', 'hold no keys');
    await rm(secrets, { recursive: true, force: true });
    await rename(path.join(other, 'secrets'), secrets);
    await start('those of another', 'is not the one');
    await rm(secrets, { recursive: true, force: true });
    await rename(older, secrets);
    await start('an older copy', 'are an older copy');
    await rm(secrets, { recursive: true, force: true });
    await rename(kept, secrets);
    const { server, ended } = await started(own, port, PROCESS_MS);
    notes.check(ended === null, `the right ones: ${ended?.err.slice(0, 200)}`);
    await server.kill('SIGTERM');
    for (const file of await readdir(secrets, { recursive: true, withFileTypes: true }))
      if (file.isFile()) await writeFile(path.join(file.parentPath, file.name), 'garbled');
    await start('garbled', 'is damaged');
    await rm(folder, { recursive: true, force: true });
    return notes.findings('5 starts');
  },
};

export const BIDS_FIRST_ATTACKS: readonly Attack[] = [
  readFlood,
  changeFlood,
  diskReserve,
  quotas,
  ordinaryRefusals,
  sharedAddress,
  keyRing,
];
