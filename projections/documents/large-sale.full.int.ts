import { details, lot, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { parse } from 'csv-parse/sync';
import * as assert from 'uvu/assert';
import { ServedSales } from '../test-support/served-sales.ts';

const test = suite('documents of a large sale', { limitMs: 60_000 });

test('the summary of a sale has every lot, also above the number that one request can add', async () => {
  const served = await ServedSales.start();
  try {
    const liveAt = Date.now() + 24 * 3_600_000;
    const body = { details: details({ searchNumber: 41 }), terms: terms({ openAt: liveAt, liveAt }) };
    await served.sell('many', { at: 0, body: { type: 'schedule', ...body } });
    for (const first of [0, 1_100]) {
      const lots = Array.from({ length: 1_100 }, (_, at) => {
        const number = first + at + 1;
        return lot({ lot: `many-${number}`, number: String(number), searchNumericId: 10_000 + number });
      });
      await served.sell('many', { at: 0, body: { type: 'catalogueLots', lots } });
    }
    const summary = async (): Promise<Record<string, string>[]> => {
      const answer = await fetch(`${served.base}/print/auctions/41/auction-summary?type=csv`);
      return answer.ok ? parse(await answer.text(), { columns: true, bom: true }) : [];
    };
    let rows = await summary();
    // The read models follow the log in their own time; until then the sale is not found.
    while (rows.length !== 2_200) rows = await summary();
    assert.is(rows.at(-1)?.['Lot'], 'ID 12200');
  } finally {
    await served.stop();
  }
});

test.run();
