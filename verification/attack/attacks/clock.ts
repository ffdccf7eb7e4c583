import { setTimeout as pause } from 'node:timers/promises';
import { API } from '@saleyard/contract/operation.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { type Attack, Notes } from '../attack.ts';

const HOUR_MS = 3_600_000;

const clock: Attack = {
  name: 'clock',
  tries: "the machine's clock 11 hours ahead for 13 seconds, and 11 hours behind, in a live sale",
  holds:
    'no lot closes for it, no deadline moves by more than the time that passed, and bids are taken afterwards',
  async run(begin) {
    const target = await begin();
    const notes = new Notes();
    const { buyer, buyer2 } = target.people;
    const [lot = '', second = ''] = target.sale.lots;
    const trueNow = Date.now;
    /** ms until the first lot closes, by the correct clock. */
    const left = (): number => {
      const finishAt = target.server.host.stateOf(target.sale._id)?.lots[0]?.finishAt;
      return (finishAt ?? Number.NaN) - trueNow();
    };
    const before = left();
    const began = performance.now();
    for (const [jump, bid] of [
      [11 * HOUR_MS, 50_000],
      [-11 * HOUR_MS, 52_000],
    ] as const) {
      Date.now = () => trueNow() + jump;
      for (let n = 0; n < 13; n += 1) {
        await pause(1_000);
        await target.ask({
          method: 'put',
          path: `${API}/users/me/autobids`,
          cookie: buyer.cookie,
          body: { lot: second, autobid: bid + n * 500 },
        });
      }
      Date.now = trueNow;
      // The next comparison of the clocks is 10 s away at most.
      await pause(11_000);
      // A sale that was out comes back frozen, and staff resume it; its deadlines then follow the time it was.
      const frozen = target.server.host.stateOf(target.sale._id)?.frozenAt !== null;
      if (frozen)
        await target.people.staff.call('POST', `staff/auctions/${target.sale._id}/commands`, {
          type: 'resume',
          reason: 'the clock is right again',
          commandId: newId(),
        });
      const passed = performance.now() - began;
      const moved = left() - (before - passed);
      notes.check(
        Math.abs(moved) < 90_000,
        `a jump of ${jump / HOUR_MS} h and back moved a deadline by ${Math.round(moved / 1_000)} s`,
      );
      const phase = target.server.host.stateOf(target.sale._id)?.phase;
      notes.check(phase === 'live', `after a jump of ${jump / HOUR_MS} h the sale is ${phase}`);
    }
    const answer = await target.ask({
      method: 'put',
      path: `${API}/users/me/autobids`,
      cookie: buyer2.cookie,
      body: { lot, autobid: 70_000 },
    });
    notes.check(answer.status === 200, `an auto-bid afterwards: ${answer.status} ${answer.code}`);
    await target.close();
    return notes.findings(`2 jumps of 11 h`);
  },
};

export const CLOCK_ATTACKS: readonly Attack[] = [clock];
