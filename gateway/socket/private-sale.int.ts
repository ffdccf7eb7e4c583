import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Client } from '../test-support/client.ts';
import { details, runningSale, terms } from '../test-support/running-sale.ts';

const test = suite('a sale that becomes private');

test('[G17] visitors leave it and get it as deleted; people who are signed in stay', async () => {
  const at = Date.now() + 3_600_000;
  const sale = await runningSale({ terms: { openAt: at, liveAt: at } });
  const [visitor, elsewhere, jane] = [
    await Client.connect(sale.port),
    await Client.connect(sale.port),
    await Client.connect(sale.port, { user: 'jane' }),
  ];
  await visitor.join(sale.auction);
  await jane.join(sale.auction);
  await sale.command({
    type: 'schedule',
    details: details({ public: false, title: 'Private dispersal' }),
    terms: terms(at),
  });
  for (const client of [visitor, elsewhere])
    assert.is((await client.until(({ event }) => event === 'auction-delete')).data._id, sale.auction);
  const update = await jane.until(({ event }) => event === 'auction-update');
  assert.is(update.data.title, 'Private dispersal');
  assert.is((await visitor.join(sale.auction, 0)).error?.code, 'not-found');
  await sale.command({ type: 'announce', text: 'Trucks at ten' });
  await jane.until(({ data }) => data?.notification === 'Trucks at ten');
  for (const client of [visitor, elsewhere]) {
    await client.ask('bids', 'login');
    assert.not.match(client.frames.join(''), /Private dispersal|Trucks at ten/);
  }
  assert.equal(
    jane.seen.filter(({ event }) => event === 'auction-delete'),
    [],
  );
  jane.close();
  visitor.close();
  await jane.untilClosed();
  while (sale.gateway.counters().rooms > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await sale.stop();
});

test.run();
