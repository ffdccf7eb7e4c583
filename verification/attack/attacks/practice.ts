import { API } from '@saleyard/contract/operation.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import type { PracticeAnswer, PracticeSale } from '@saleyard/contract/practice.ts';
import { PRACTICE_PARAMETER } from '@saleyard/contract/realtime-protocol.ts';
import { practiserOf, visitorId } from '@saleyard/domain/auction/ids.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { WebSocket } from 'ws';
import { type Attack, Notes } from '../attack.ts';
import { type Answer, pathOf, type Target } from '../target.ts';

const PATH = `${API}/practice`;
const CENTS = 95_000;

/** More starts than one address has in an hour. */
const STARTS_TRIED = 12;

/** The cookie of an answer, as the browser sends it back. */
const passOf = ({ headers }: Answer): string => (headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';

/** The code of the error, or `ok`. */
type Asked = (event: string, data: object, channel?: string) => Promise<string>;

/** A socket opened with a cookie. `received`: every frame as text. */
async function opened(
  { base, port }: Target,
  cookie: string,
  query: string,
): Promise<{ asked: Asked; received: () => string; close(): void }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime${query}`, {
    headers: { origin: base, ...(cookie && { cookie }) },
  });
  let received = '';
  let id = 0;
  const waiting = new Map<number, (code: string) => void>();
  socket.on('message', (frame) => {
    received += String(frame);
    for (const message of JSON.parse(String(frame)) as { id?: number; error?: { code: string } }[])
      if (message.id !== undefined) waiting.get(message.id)?.(message.error?.code ?? 'ok');
  });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  const asked: Asked = (event, data, channel = 'bids') =>
    new Promise((resolve) => {
      id += 1;
      waiting.set(id, resolve);
      socket.send(JSON.stringify([{ id, channel, event, data }]));
    });
  return { asked, received: () => received, close: () => socket.terminate() };
}

/** Starts a practice sale as somebody with no account, and reads it. */
async function practise(target: Target): Promise<{ pass: string; sale: PracticeSale }> {
  const pass = passOf(await target.ask({ method: 'post', path: PATH, body: { level: 'relaxed' } }));
  const { text } = await target.ask({ method: 'get', path: PATH, cookie: pass });
  const { practice } = (JSON.parse(text) as { data: PracticeAnswer }).data;
  if (practice === null) throw new Error('no practice sale was started');
  return { pass, sale: practice };
}

const practice: Attack = {
  name: 'practice',
  tries:
    'a visitor’s pass against the live sale, other people’s practice and every operation; forged passes; many starts',
  holds:
    'the pass opens its own practice sale and nothing else, nothing of it is in a list or a push, and one address starts only so many',
  async run(begin) {
    const target = await begin();
    const notes = new Notes();
    const { sale } = target;
    const [lot = ''] = sale.lots;
    const mine = await practise(target);
    const other = await practise(target);
    const id = mine.sale.auction._id;
    const theirs = other.sale.auction._id;
    const onlooker = await opened(target, target.people.buyer.cookie, '');
    const stateOf = async () =>
      (await target.ask({ method: 'get', path: `${API}/auctions/${sale._id}` })).text;
    const before = await stateOf();

    // Over the socket: with the pass, and with the pass where the page does not practise.
    for (const query of [`?${PRACTICE_PARAMETER}=1`, '']) {
      const socket = await opened(target, mine.pass, query);
      const own = await socket.asked('join-auction', { _id: id });
      notes.check(own === (query === '' ? 'not-found' : 'ok'), `joining its own sale, ${query}: ${own}`);
      const foreign = await socket.asked('join-auction', { _id: theirs });
      notes.check(foreign === 'not-found', `joining another's practice sale, ${query}: ${foreign}`);
      const real = await socket.asked('join-auction', { _id: sale._id });
      notes.check(query === '' || real === 'not-found', `joining the live sale, ${query}: ${real}`);
      for (const one of [lot, other.sale.lots[0]?._id ?? '']) {
        const bid = { bid: { lot: one, cents: CENTS }, commandId: newId() };
        const answer = await socket.asked('bid', bid);
        const holds = answer === 'unknown-lot' || answer === 'not-signed-in';
        notes.check(holds, `a bid on ${one}, ${query}: ${answer}`);
      }
      const as = await socket.asked('connect-user', { _id: target.people.buyer.id }, 'user');
      notes.check(as !== 'ok', `receiving a buyer's updates, ${query}: ${as}`);
      socket.close();
    }

    // Over REST.
    const bids = [
      ['post', '/bids', { bid: { lot, cents: CENTS }, commandId: newId() }],
      ['put', '/autobids', { lot, autobid: CENTS }],
      ['put', '/autobids/stop', { autobid: lot }],
    ] as const;
    for (const { cookie, who } of [
      { cookie: mine.pass, who: 'a visitor' },
      { cookie: target.people.buyer.cookie, who: 'a buyer' },
    ]) {
      for (const [method, path, body] of bids) {
        const answer = await target.ask({ method, path: `${PATH}${path}`, cookie, body });
        notes.check(
          answer.code === 'unknown-lot',
          `${path} on a lot of the live sale by ${who}: ${answer.code}`,
        );
      }
    }
    for (const operation of OPERATIONS.filter(({ who, path }) => who !== 'anyone' && path.startsWith(API))) {
      const answer = await target.ask({
        method: operation.method,
        path: pathOf(operation, target),
        cookie: mine.pass,
        ...(operation.body && { body: {} }),
      });
      const holds = ['unauthorized', 'invalid-request', 'rate-limited'].includes(answer.code);
      notes.check(holds, `${operation.id} with a pass: ${answer.status} ${answer.code}`);
    }

    // Forged passes.
    const [name = ''] = mine.pass.split('=');
    const victim = practiserOf(theirs) ?? '';
    const later = Date.UTC(2099, 0);
    for (const value of [
      `${victim}.${later}`,
      `${victim}.${later}.${'A'.repeat(43)}`,
      `${victim}.${later}${mine.pass.slice(mine.pass.lastIndexOf('.'))}`,
      `${target.people.buyer.id}.${later}`,
      visitorId('x'),
    ]) {
      const { text } = await target.ask({ method: 'get', path: PATH, cookie: `${name}=${value}` });
      notes.check(text === '{"data":{"practice":null}}', `a forged pass ${value}: ${text.slice(0, 80)}`);
    }

    // What others see of it.
    for (const path of ['auctions?state=future,open,live', 'auctions?state=closed', `auctions/${id}`]) {
      for (const cookie of [undefined, mine.pass, target.people.staff.cookie]) {
        const { text } = await target.ask({ method: 'get', path: `${API}/${path}`, cookie });
        notes.check(!text.includes('Practice Sale'), `${path} shows a practice sale`);
      }
    }
    notes.check(!onlooker.received().includes('practice-'), 'a push names a practice sale');
    onlooker.close();
    notes.check((await stateOf()) === before, 'the live sale changed');

    let started = 0;
    for (let n = 0; n < STARTS_TRIED; n += 1) {
      const headers = { 'x-forwarded-for': `10.1.0.${n}` };
      const answer = await target.ask({ method: 'post', path: PATH, body: { level: 'keen' }, headers });
      if (answer.status === 201) started += 1;
      else notes.check(answer.code === 'rate-limited', `start ${n}: ${answer.code}`);
    }
    notes.check(started < STARTS_TRIED, `${started} starts of one address`);
    await target.close();
    return notes.findings(`${notes.tried} tries; ${started + 2} starts of one address, then 429`);
  },
};

export const PRACTICE_ATTACKS: readonly Attack[] = [practice];
