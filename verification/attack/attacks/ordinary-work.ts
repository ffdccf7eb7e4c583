import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { scheduleWithLead } from '@saleyard/app/client/schedule-with-lead.ts';
import { API } from '@saleyard/contract/operation.ts';
import type { ListingSaved, WholeListing } from '@saleyard/contract/selling.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { type Attack, Notes } from '../attack.ts';
import { type Answer, lotBody, reached, type Target } from '../target.ts';
import { bid, isAccepted } from './basic-connection.ts';
import { Codes, refusalsProven } from './bids-first.ts';

/** ms between two bids, made by two people in turn, so that neither uses up their rate. */
const BID_EVERY_MS = 150;
/** ms between two tries of a document that a busy server sheds, and how many. */
const TRY_MS = 1_000;
const TRIES = 60;

/** A sale freezes by itself when the machine stands still; its bids are still answered. */
const isAcknowledged = (answer: Answer): boolean =>
  isAccepted(answer) || (answer.status === 200 && answer.text.includes('"code":"auction-frozen"'));

/** Bids on a live sale until `work` is done. Each must be acknowledged. Returns how many there were. */
async function bidsBeside(target: Target, notes: Notes, work: Promise<unknown>): Promise<number> {
  const { buyer, buyer2 } = target.people;
  const [lot = ''] = target.sale.lots;
  let isOver = false;
  void work
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  let bids = 0;
  // One more when it is over: the sale goes on.
  for (let isLast = false; !isLast; ) {
    isLast = isOver;
    bids += 1;
    const { cookie } = bids % 2 ? buyer : buyer2;
    const placed = await bid(target, cookie, { lot, cents: 40_000 + bids * 500 });
    notes.check(isAcknowledged(placed), `a bid was answered ${placed.status} ${placed.code} ${placed.text}`);
    await pause(BID_EVERY_MS);
  }
  await work;
  return bids;
}

/** Staff actions that are refused once a sale is over. */
const AFTER_THE_SALE = [
  { type: 'announce', text: '' },
  { type: 'pause', reason: 'wind' },
  { type: 'unpause', reason: 'wind' },
  { type: 'freeze', reason: 'rain' },
  { type: 'resume', reason: 'sun' },
  { type: 'cancel', reason: 'flood' },
] as const;

/** The same for one of its lots. */
const TO_ONE_LOT = [
  { type: 'freeze', reason: 'gate' },
  { type: 'resume', reason: 'gate' },
  { type: 'withdraw', reason: 'lame' },
  { type: 'sellBefore', reason: 'private sale' },
  { type: 'passIn' },
  { type: 'openLot' },
  { type: 'vendorBid', cents: 41_000 },
] as const;

const afterTheSale: Attack = {
  name: 'after-the-sale',
  tries:
    'a lot sold after the sale to the account that listed it, for nothing or twice, and everything else that staff do too late to a sale that is over',
  holds: 'all of it is refused, and the audit decides every refusal again and proves the sale',
  async run(begin, scale) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const codes = new Codes();
    const { staff, buyer, buyer2 } = target.people;
    const sale = await scheduleWithLead(
      staff,
      {
        details: { title: 'Gunnedah Weaners', kind: 'cattle', public: true },
        terms: { type: 'simultaneous', durationSeconds: 1, allowAutoBid: true },
        lots: ['1', '2', '3'].map((number) => ({ ...lotBody(number), createdBy: buyer2.id })),
      },
      { leadMs: 1_000, openMs: 100 },
    );
    await reached(staff, sale._id, 'closed');
    const act = async (body: object): Promise<string> => {
      const answer = await target.ask({
        method: 'POST',
        path: `${API}/staff/auctions/${sale._id}/commands`,
        cookie: staff.cookie,
        body: { ...body, commandId: newId() },
      });
      codes.add(answer);
      return answer.code;
    };
    const [sold = ''] = sale.lots;
    const cents = 60_500;
    for (let round = 0; round < (scale === 'full' ? 10 : 2); round += 1) {
      for (const body of AFTER_THE_SALE) notes.check((await act(body)) !== '', `${body.type} was accepted`);
      for (const lot of sale.lots) {
        for (const body of TO_ONE_LOT)
          notes.check((await act({ ...body, lot })) !== '', `${body.type} was accepted`);
        if (lot === sold && round > 0) continue;
        const own = await act({ type: 'sellAfter', lot, buyer: buyer2.id, cents });
        notes.check(own === 'own-lot', `a sale to its own account was answered ${own}`);
        const free = await act({ type: 'sellAfter', lot, buyer: buyer.id, cents: 0 });
        notes.check(free !== '', 'a sale for nothing was accepted');
      }
      const first = await act({ type: 'sellAfter', lot: sold, buyer: buyer.id, cents });
      notes.check((first === '') === (round === 0), `sale ${round + 1} of a lot was answered ${first}`);
    }
    const refused = await refusalsProven(target, notes, sale._id);
    await target.close();
    return notes.findings(`${codes.text}; ${refused} refusals decided again`);
  },
};

/** Heads of a draft: as many as may be weighed. */
const HEADS = 2_000;

/** The bytes of all events after a position of the log, without those of the live sale. */
async function bytesAfter({ server, sale }: Target, after: number): Promise<number> {
  let bytes = 0;
  for await (const item of server.stores.log.subscribe({ after })) {
    if (item.kind === 'caughtUp') break;
    for (const event of item.events)
      if (event.stream !== auctionStream(sale._id)) bytes += Buffer.byteLength(JSON.stringify(event));
  }
  return bytes;
}

const draftSaves: Attack = {
  name: 'draft-saves',
  tries:
    'a draft of 2,000 weighed heads that saves itself again and again, each time all of it with one change',
  holds:
    'the log grows by the change, the draft is what was saved last, and every bid that is placed meanwhile is acknowledged',
  async run(begin, scale) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const { seller } = target.people;
    const saves = scale === 'full' ? 400 : 60;
    const heads = Array.from({ length: HEADS }, (_, n) => ({ weightLive: 250 + (n % 100), fatScore: 3 }));
    const lot = { count: HEADS, countWeighed: HEADS, heads };
    let saved = await seller.call<ListingSaved>('POST', `auctions/${target.later._id}/lots`, {
      lot,
      commandId: newId(),
    });
    const { log } = target.server.stores;
    const before = await log.lastPosition();
    const saving = async (): Promise<void> => {
      for (let n = 0; n < saves; n += 1) {
        const at = (n * 7) % HEADS;
        heads[at] = { weightLive: 400 + n, fatScore: 4 };
        saved = await seller.call<ListingSaved>('PUT', `auctions/${target.later._id}/lots/${saved._id}`, {
          lot,
          silent: true,
          revision: saved.revision,
          commandId: newId(),
        });
      }
    };
    const bids = await bidsBeside(target, notes, saving());
    const whole = Buffer.byteLength(JSON.stringify(heads));
    const bytes = Math.round((await bytesAfter(target, before)) / saves);
    notes.check(bytes * 10 < whole, `a save of one head added ${bytes} bytes, of ${whole}`);
    let stored: WholeListing | null = null;
    while (stored === null || stored.revision < saved.revision) {
      stored = (await seller.call<{ lot: WholeListing }>('GET', `lots/${saved._id}/own`)).lot;
      await pause(BID_EVERY_MS);
    }
    const { heads: rows } = stored.content;
    const other = heads.findIndex((row, at) => !isDeepStrictEqual(rows[at], row));
    const isLast = other < 0 && rows.length === HEADS;
    notes.check(isLast, `head ${other} is ${JSON.stringify(rows[other])}, of ${rows.length}`);
    await target.close();
    return notes.findings(
      `${saves} saves of ${whole.toLocaleString('en')} bytes, ${bytes.toLocaleString('en')} bytes of log each, beside ${bids} bids`,
    );
  },
};

/** Documents that are requested at the same moment. */
const AT_ONCE = 24;

const manyDocuments: Attack = {
  name: 'many-documents',
  tries: 'the full details of a live sale as a PDF, 24 at a time, by one guest',
  holds:
    'what is beyond the limit is shed in a sentence that says when to retry, bids are acknowledged, and the sale does not freeze',
  async run(begin, scale) {
    const target = await begin({ isSteady: true });
    const notes = new Notes();
    const codes = new Codes();
    const { sale, people } = target;
    const print = () =>
      target.ask({
        method: 'GET',
        path: `${API}/print/auctions/${sale._id}/full-details`,
        cookie: people.guest.cookie,
      });
    const printing = async (): Promise<void> => {
      for (let round = 0; round < (scale === 'full' ? 8 : 2); round += 1) {
        for (const answer of await Promise.all(Array.from({ length: AT_ONCE }, print))) {
          codes.add(answer);
          if (answer.status === 200) continue;
          const isSaid = answer.status === 503 && /"message":"[^"]+\."/.test(answer.text);
          const seconds = Number(answer.headers.get('retry-after'));
          notes.check(isSaid && seconds > 0, `one was answered ${answer.status} ${answer.text}`);
        }
      }
    };
    const bids = await bidsBeside(target, notes, printing());
    notes.check(codes.of('busy') > 0, `none was shed: ${codes.text}`);
    let last = await print();
    for (let n = 0; n < TRIES && last.status !== 200; n += 1) {
      await pause(TRY_MS);
      last = await print();
    }
    notes.check(last.text.startsWith('%PDF'), `one alone was answered ${last.status} ${last.code}`);
    for await (const batch of target.server.stores.log.read(auctionStream(sale._id)))
      for (const { type } of batch) notes.check(type !== 'Frozen', 'the sale froze');
    await target.close();
    return notes.findings(`${codes.text}, beside ${bids} bids`);
  },
};

export const ORDINARY_WORK_ATTACKS: readonly Attack[] = [afterTheSale, draftSaves, manyDocuments];
