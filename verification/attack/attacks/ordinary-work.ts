import { scheduleWithLead } from '@saleyard/app/client/schedule-with-lead.ts';
import { API } from '@saleyard/contract/operation.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { type Attack, Notes } from '../attack.ts';
import { lotBody, reached } from '../target.ts';
import { Codes, refusalsProven } from './bids-first.ts';

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

export const ORDINARY_WORK_ATTACKS: readonly Attack[] = [afterTheSale];
