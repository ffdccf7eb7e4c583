import { API, type Operation, queryOf } from '@saleyard/contract/operation.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { WebSocket } from 'ws';
import { type Attack, Notes } from '../attack.ts';
import { exampleOf, leavesOf, withAt } from '../examples.ts';
import { type Answer, pathOf, type Target } from '../target.ts';

const OF_REST = OPERATIONS.filter(({ path }) => path.startsWith(API));
/** Operations that end the session needed by the rest, or send mail for each try. */
const LEFT_OUT: ReadonlySet<string> = new Set(['signOut', 'changePassword']);

/** JSON values with invalid characters, and ones that a query language or a prototype might interpret. */
const PAYLOADS: readonly (readonly [name: string, json: string, isRefused: boolean])[] = [
  ['U+0000', '"a\\u0000b"', true],
  ['half of a surrogate pair', '"a\\ud800"', true],
  ['the other half', '"\\udc00a"', true],
  ['an operator', '{"$gt":""}', true],
  ['a script', '{"$where":"sleep(1000)"}', true],
  ['a prototype', '{"__proto__":{"role":"admin"}}', true],
  ['a constructor', '{"constructor":{"prototype":{"role":"admin"}}}', true],
  ['a list', '[[["a"]]]', true],
  ['its name', '"__proto__"', false],
  ['markup', '"<img src=x onerror=alert(1)>"', false],
  ['a formula', '"=HYPERLINK(1)"', false],
  ['a very long text', JSON.stringify('x'.repeat(30_000)), false],
  ['1e999', '1e999', true],
];
const PLACEHOLDER = 'a-place-for-what-is-injected';

/** Invalid ids, and ids with a meaning in other languages. */
const NO_IDS = ['%00', '%ED%A0%80', '%E0%A4%A', '..%2f..%2f', '%24gt', 'x'.repeat(5_000)];
const ODD_IDS = ['__proto__', 'constructor', 'toString'];
const IN_QUERIES = [
  '[$gt]=',
  '[__proto__][role]=admin',
  '=%00',
  '=%ED%A0%80',
  '=1&',
  '[]=1',
  '=1e999',
  '=%FF',
];

const callerOf = ({ who }: Operation, { people }: Target): string =>
  who === 'admin' || who === 'staff' ? people.staff.cookie : people.buyer.cookie;

const injection: Attack = {
  name: 'injection',
  tries:
    'operators, prototypes, U+0000 and halves of surrogate pairs at every place of every body, path and query, and broken JSON',
  holds:
    'each is refused or taken as plain text: never an error of the server, never a change of a prototype',
  async run(begin) {
    const target = await begin();
    const notes = new Notes();
    const check = (answer: Answer, what: string, isRefused = false): void => {
      const failed = answer.status >= 500 && answer.code !== 'busy' && answer.code !== 'unavailable';
      notes.check(!failed && !(isRefused && answer.status < 400), `${what}: ${answer.status} ${answer.code}`);
      notes.check(!/node_modules|\.ts:\d|at async /.test(answer.text), `${what}: it shows its inside`);
    };
    for (const operation of OF_REST.filter(({ id }) => !LEFT_OUT.has(id))) {
      const cookie = callerOf(operation, target);
      const { id, method, body } = operation;
      const path = pathOf(operation, target);
      if (body !== undefined) {
        const example = exampleOf(body);
        const isOpen = id === 'anonymousLeft';
        for (const { place } of leavesOf(example)) {
          if (place.at(-1) === 'commandId') continue;
          for (const [name, json, isRefused] of PAYLOADS) {
            const text = JSON.stringify(withAt(example, place, PLACEHOLDER)).replace(
              `"${PLACEHOLDER}"`,
              json,
            );
            const answer = await target.ask({ method, path, cookie, body: text });
            check(answer, `${id}: ${name} at ${place.join('.')}`, isRefused && !isOpen);
          }
        }
        for (const text of [
          '{',
          '[]',
          'null',
          '"a"',
          '{"a":1,}',
          '\uFEFF{',
          '{"__proto__":1}',
          `${'['.repeat(9_000)}`,
        ])
          check(
            await target.ask({ method, path, cookie, body: text }),
            `${id}: the body ${text.slice(0, 12)}`,
            !isOpen,
          );
      }
      if (operation.csv)
        for (const text of ['\u0000', '"', 'unit\n"', '=1+1,2\n', `${'a,'.repeat(5_000)}\n`])
          check(
            await target.ask({ method, path, cookie, body: text, headers: { 'content-type': 'text/csv' } }),
            `${id}: the file ${text.slice(0, 12)}`,
            true,
          );
      if (operation.file)
        for (const text of [
          '',
          '\u0000',
          '<svg xmlns="http://www.w3.org/2000/svg"/>',
          '%PDX',
          'GIF89a',
          '{}',
        ])
          check(
            await target.ask({ method, path, cookie, body: text, headers: { 'content-type': 'image/png' } }),
            `${id}: the file ${text.slice(0, 12)}`,
            true,
          );
      const bodied = body === undefined ? {} : { body: {} };
      for (const inPath of operation.path.includes('{') ? [...NO_IDS, ...ODD_IDS] : []) {
        const named = operation.path.replace(/\{\w+\}/g, inPath);
        const answer = await target.ask({ method, path: named, cookie, ...bodied });
        check(answer, `${id}: ${named.slice(0, 80)}`, NO_IDS.includes(inPath));
      }
      const names = Object.keys(
        (queryOf(operation) as { properties?: object } | undefined)?.properties ?? {},
      );
      for (const name of [...names, 'nothing'])
        for (const given of IN_QUERIES)
          check(
            await target.ask({ method, path: `${path}?${name}${given}`, cookie, ...bodied }),
            `${id}?${name}${given}`,
          );
    }
    notes.check(
      ({} as Record<string, unknown>)['role'] === undefined,
      'the prototype of all objects was changed',
    );
    notes.check(
      target.faults.length === 0,
      `the server logged ${target.faults.length} faults: ${target.faults[0]?.slice(0, 200)}`,
    );
    await target.close();
    return notes.findings(`${PAYLOADS.length} kinds of content, ${OF_REST.length} operations`);
  },
};

/** A live connection that records all messages. */
class Bidder {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: { code: string; outcome: string }) => void>();
  #id = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('error', () => {});
    socket.on('message', (frame) => {
      for (const { id, error, data } of JSON.parse(String(frame)) as {
        id?: number;
        error?: { code: string };
        data?: { outcome?: string; code?: string };
      }[]) {
        if (typeof id !== 'number') continue;
        this.#waiting.get(id)?.({ code: error?.code ?? data?.code ?? '', outcome: data?.outcome ?? '' });
        this.#waiting.delete(id);
      }
    });
  }

  static open({ port, base }: Target, cookie: string): Promise<Bidder> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`, { headers: { cookie, origin: base } });
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(new Bidder(socket)));
      socket.once('error', reject);
    });
  }

  /** `data` is JSON as it goes out. */
  ask(event: string, data: string): Promise<{ code: string; outcome: string }> {
    this.#id += 1;
    const id = this.#id;
    this.#socket.send(`[{"id":${id},"channel":"bids","event":"${event}","data":${data}}]`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  bid(lot: string, cents: string): Promise<{ code: string; outcome: string }> {
    return this.ask('bid', `{"bid":{"lot":"${lot}","cents":${cents}},"commandId":"${newId()}"}`);
  }

  close(): void {
    this.#socket.close();
  }
}

/** Amounts that no bid may have, as JSON. */
const AMOUNTS = [
  ...[
    '0',
    '-1',
    '-500',
    '1',
    '0.5',
    '40000.5',
    '1e-7',
    '1e308',
    '9007199254740991',
    '9007199254740993',
    '9e15',
  ],
  ...[
    'null',
    '"40500"',
    'true',
    '[40500]',
    '{"$gt":0}',
    '1e999',
    '40001',
    '9007199254740500',
    '100000000500',
  ],
];
/** A bid's rate is 5 a second and person. */
const BID_PAUSE_MS = 220;

const amounts: Attack = {
  name: 'amounts',
  tries:
    'amounts that are nothing, negative, no whole numbers, too large to count or beyond what a lot may be worth',
  holds: 'none is accepted, by the live connection, as an auto-bid or in a catalogue, and no price moves',
  async run(begin) {
    const target = await begin();
    const notes = new Notes();
    const [lot = ''] = target.sale.lots;
    const { buyer, staff } = target.people;
    const bidder = await Bidder.open(target, buyer.cookie);
    await bidder.ask('join-auction', JSON.stringify({ _id: target.sale._id }));
    for (const amount of AMOUNTS) {
      const { outcome } = await bidder.bid(lot, amount);
      notes.check(outcome !== 'accepted', `a bid of ${amount} was accepted`);
      const answer = await target.ask({
        method: 'put',
        path: `${API}/users/me/autobids`,
        cookie: buyer.cookie,
        body: `{"lot":"${lot}","autobid":${amount}}`,
      });
      notes.check(
        answer.status >= 400 && answer.status < 500,
        `an auto-bid of ${amount}: ${answer.status} ${answer.code}`,
      );
      const body = `{"lots":[{"number":"x","unit":"head","count":10,"startCents":${amount},"incrementCents":${amount},"vendorName":"V","title":"T","town":"GUNNEDAH","state":"NSW","postcode":"2380","breed":"Angus","sex":"Steers","stockCategory":"Feeder"}]}`;
      const listed = await target.ask({
        method: 'post',
        path: `${API}/staff/auctions/${target.later._id}/lots`,
        cookie: staff.cookie,
        body,
      });
      notes.check(
        listed.status !== 201 && listed.status < 500,
        `a lot of ${amount}: ${listed.status} ${listed.code}`,
      );
      await new Promise((resolve) => setTimeout(resolve, BID_PAUSE_MS));
    }
    const { lots } = await buyer
      .call<{ lots?: { currentBidCents: number | null }[] }>('GET', `auctions/${target.sale._id}/lots`)
      .then((data) => (Array.isArray(data) ? { lots: data } : data));
    notes.check(
      (lots ?? []).every(({ currentBidCents }) => (currentBidCents ?? 0) === 0),
      'a price has moved',
    );
    notes.check((await bidder.bid(lot, '40500')).outcome === 'accepted', 'a bid in order is not accepted');
    bidder.close();
    await target.close();
    return notes.findings(`${AMOUNTS.length} amounts in 3 places`);
  },
};

const text = (length: number): string => 'x'.repeat(length);
/** Frames that no client of ours sends. */
const FRAMES: readonly (string | Buffer)[] = [
  ...[
    '',
    '{',
    '[]',
    'null',
    '[null]',
    '[1]',
    '[[]]',
    '{}',
    '[{}]',
    '"',
    '[{"id":1}]',
    `${'['.repeat(8_000)}`,
  ],
  ...[
    '[{"id":1,"channel":"bids","event":"bid","data":null}]',
    '[{"id":1,"channel":"__proto__","event":"x","data":{}}]',
  ],
  ...[
    '[{"id":1,"channel":"bids","event":"constructor","data":{}}]',
    '[{"id":"a","channel":"bids","event":"bid"}]',
  ],
  ...['[{"id":1,"channel":"bids","event":"join-auction","data":{"_id":"\\u0000"}}]', '[{"id":1e999}]'],
  ...[
    '[{"id":1,"channel":"bids","event":"join-auction","data":{"_id":{"$gt":""}}}]',
    `[${'{},'.repeat(2_000)}{}]`,
  ],
  ...[
    '[{"id":1,"channel":"bids","event":"join-auction","data":{"_id":"a","since":1e999}}]',
    `"${text(15_000)}"`,
  ],
  ...[Buffer.from([0, 1, 2, 255]), Buffer.alloc(10_000, 91), text(17_000), text(200_000), '\ud800', '\u0000'],
];

const frames: Attack = {
  name: 'frames',
  tries: 'frames that are too large, broken, deep, binary, or of no message, and far too many of them',
  holds:
    'each is answered with an error or ends its own connection; the bids of others are decided meanwhile',
  async run(begin, scale) {
    const target = await begin();
    const notes = new Notes();
    const { buyer, buyer2 } = target.people;
    const [, lot = ''] = target.sale.lots;
    const other = await Bidder.open(target, buyer2.cookie);
    await other.ask('join-auction', JSON.stringify({ _id: target.sale._id }));
    let cents = 40_500;
    const rounds = scale === 'full' ? 10 : 2;
    let sent = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const frame of FRAMES) {
        const socket = new WebSocket(`ws://127.0.0.1:${target.port}/realtime`, {
          headers: { cookie: buyer.cookie, origin: target.base },
        });
        socket.on('error', () => {});
        const opened = await new Promise<boolean>((resolve) => {
          socket.once('open', () => resolve(true));
          socket.once('error', () => resolve(false));
        });
        notes.check(opened, 'the live connection was refused');
        for (let n = 0; n < 50; n += 1) if (socket.readyState === WebSocket.OPEN) socket.send(frame);
        sent += 50;
        await new Promise((resolve) => setTimeout(resolve, 10));
        socket.terminate();
      }
      const { outcome, code } = await other.bid(lot, String(cents));
      notes.check(outcome === 'accepted', `another's bid of ${cents} during it: ${outcome} ${code}`);
      cents += 500;
    }
    const { lots } = await buyer2
      .call<unknown>('GET', `auctions/${target.sale._id}/lots`)
      .then((data) => ({ lots: JSON.stringify(data) }));
    notes.check(lots.includes(target.sale._id), 'pages are not read');
    notes.check(
      target.faults.length === 0,
      `the server logged ${target.faults.length} faults: ${target.faults[0]?.slice(0, 200)}`,
    );
    other.close();
    await target.close();
    return notes.findings(`${sent.toLocaleString('en')} frames of ${FRAMES.length} kinds`);
  },
};

export const INPUT_ATTACKS: readonly Attack[] = [injection, amounts, frames];
