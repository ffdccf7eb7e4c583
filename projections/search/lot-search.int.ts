import type { FoundLots } from '@saleyard/contract/search.ts';
import type { LotTerms } from '@saleyard/domain/auction/terms.ts';
import { details, lot, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import type { Values } from '@saleyard/domain/listing/forms/field.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openMongoDocuments } from '@saleyard/platform/documents/mongodb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { mongoServers } from '@saleyard/platform/mongodb/test-support/servers.ts';
import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ANN, BOB, RESERVE, ServedSales, VENDOR, VERA } from '../test-support/served-sales.ts';

/** Words that are dissimilar, and too short for fuzzy matching. */
const POOL = ['oak', 'elm', 'fig', 'yew', 'ash', 'plum', 'pear', 'lime', 'mint', 'rice', 'oats', 'corn'];
/** Words that are only in private fields. */
const PRIVATE = ['zulu', 'xray'];
const RUNS = 20;

/** Texts of lots by place in the catalogue: a search uses the first five. */
type Text = { title: string; breed: string; town: string; agentComment: string; vendorName: string };
const phrase = fc.array(fc.constantFrom(...POOL), { minLength: 0, maxLength: 4 }).map((all) => all.join(' '));
const text: fc.Arbitrary<Text> = fc.record({
  title: phrase.map((all) => `lot ${all}`),
  breed: phrase,
  town: phrase,
  agentComment: phrase,
  vendorName: fc.constantFrom(...PRIVATE),
});
/** How a catalogue develops: lots are added, and their texts change later. */
const steps = fc.array(
  fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), text), { minLength: 1, maxLength: 5 }),
  {
    minLength: 1,
    maxLength: 3,
  },
);
const asked = fc.array(fc.constantFrom(...POOL, 'o', 'pl', 'pe', 'co', 'nothing', ...PRIVATE), {
  minLength: 1,
  maxLength: 3,
});

const hasWord = (all: string, sought: string): boolean =>
  all.split(' ').some((one) => (sought.length < 2 ? one === sought : one.startsWith(sought)));

const described = (sale: string, place: number, { ...details }: Values): LotTerms =>
  lot({
    lot: `${sale}-${place}`,
    number: String(place + 1),
    searchNumericId: 70_000 + place,
    reserveCents: RESERVE,
    createdBy: VERA,
    description: { kept: 'here', details, media: [] },
  });

function searchContract(name: string, open?: () => Promise<Documents>, drop?: () => Promise<void>): void {
  const test = suite(`full-text search, ${name}`, { limitMs: 120_000 });
  let served: ServedSales;
  const find = async (q: string, as?: string, more = '') => {
    await served.followed();
    const { status, body, headers } = await served.get<FoundLots>(
      `lots/search?q=${encodeURIComponent(q)}${more}`,
      as,
    );
    assert.is(status, 200);
    return { ...body, ids: body.lots.map(({ _id }) => _id), pages: headers.get('x-total-pages') };
  };
  const inCatalogue = async (sale: string, q: string) => {
    await served.followed();
    const { body } = await served.get<FoundLots>(
      `auctions/${sale}/lots?limit=100&q=${encodeURIComponent(q)}`,
    );
    return body.lots.map(({ _id }) => _id);
  };
  const schedule = (sale: string, number: number, about = {}, liveAt = 1e12) =>
    served.sell(sale, {
      at: 0,
      body: {
        type: 'schedule',
        details: details({ searchNumber: number, ...about }),
        terms: terms({ openAt: liveAt, liveAt }),
      },
    });

  test.before(async () => {
    served = await ServedSales.start(open);
  });
  test.after(async () => {
    await served.stop();
    await drop?.();
  });

  test('a catalogue finds exactly the lots that have every word, whenever they were described', async () => {
    let sales = 0;
    await check(
      fc.asyncProperty(steps, asked, async (catalogued, sought) => {
        sales += 1;
        const sale = `random-${sales}`;
        await schedule(sale, 1_000 + sales);
        const held = new Map<string, Text>();
        for (const lots of catalogued) {
          for (const [place, said] of lots) {
            await served.sell(sale, {
              at: 0,
              body: { type: 'catalogueLots', lots: [described(sale, place, said)] },
            });
            held.set(`${sale}-${place}`, said);
          }
          const expected = [...held]
            .filter(([, { title, breed, town, agentComment }]) =>
              sought.every((one) => [title, breed, town, agentComment].some((part) => hasWord(part, one))),
            )
            .map(([id]) => id);
          const q = sought.join(' ');
          assert.equal((await inCatalogue(sale, q)).sort(), expected.sort(), `"${q}" in ${sale}`);
        }
      }),
      { runs: RUNS },
    );
  });

  test('over all sales, the lots that fit best come first, and what is private is not found', async () => {
    await schedule('s1', 501);
    await schedule('s2', 502, { public: false }, 9e11);
    const base = {
      title: 'Weaners',
      breed: 'Charolais',
      town: 'DUBBO',
      state: 'NSW',
      vendorName: 'Zulu Pastoral',
    };
    const bodyOf = (lots: LotTerms[]) => ({ at: 0, body: { type: 'catalogueLots', lots } as const });
    await served.sell(
      's1',
      bodyOf([
        described('s1', 0, { ...base, agentComment: 'Quiet, some with Limousin blood.' }),
        described('s1', 1, { ...base, title: 'Limousin heifers', organic: true }),
      ]),
    );
    await served.sell('s2', bodyOf([described('s2', 0, { ...base, title: 'Limousin bulls' })]));
    const found = await find('limousin');
    assert.equal(found.ids, ['s1-1', 's1-0'], 'a title counts more than a comment');
    assert.equal(found.keywords, ['limousin']);
    for (const order of ['sort=soonest', 'sortField=soonest', 'sort=best&sortField=soonest']) {
      const soonest = await find('limousin', ANN, `&${order}`);
      assert.equal([soonest.ids, soonest.total], [['s2-0', 's1-1', 's1-0'], 3], order);
    }
    const byHead = await find('gunnedah angus', undefined, '&limit=50&sort=head');
    const heads = byHead.lots.map(({ count }) => count);
    assert.equal(
      heads,
      heads.toSorted((a, b) => b - a),
    );
    assert.ok(new Set(heads).size > 1, 'of different sizes');
    assert.equal((await find('limousin', ANN)).ids.sort(), ['s1-0', 's1-1', 's2-0'], 'also of private sales');
    assert.equal((await find('DUBBO organ')).ids, ['s1-1'], 'accreditations');
    assert.equal((await find('limosin')).ids, ['s1-1', 's1-0'], 'a letter is missing');
    assert.equal((await find('charol heif')).suggestions, ['charolais heifers']);
    assert.equal((await find('!?')).ids, []);
    assert.equal((await find('limousin', BOB, '&breed=Angus')).ids, [], 'filters hold too');
    const paged = await find('limousin', undefined, '&limit=1&page=2');
    assert.equal([paged.ids, paged.pages], [['s1-0'], '2']);
    for (const secret of ['zulu', VENDOR, String(RESERVE), VERA]) {
      assert.equal((await find(secret, ANN)).ids, [], `${secret} is private`);
    }
  });

  test('a lot that is withdrawn, or whose sale is over, is no longer found among upcoming lots', async () => {
    assert.ok((await find('gunnedah angus', undefined, '&limit=100')).ids.includes('a1-lot-3'));
    assert.not.ok((await find('gunnedah angus', undefined, '&limit=100')).ids.includes('a1-lot-25'));
    const over = await find('gunnedah angus', undefined, '&over=true');
    assert.equal(over.ids.sort(), ['a3-lot-1', 'a3-lot-2', 'a5-lot-1']);
    assert.ok(over.auctions.every(({ state }) => state === 'closed'));
  });

  test.run();
}

searchContract('embedded');
for (const server of await mongoServers('full-text search')) {
  const url = server.freshDatabase();
  searchContract(
    server.name,
    () => openMongoDocuments({ url, clock: systemClock }),
    () => server.dropDatabase(url),
  );
}
