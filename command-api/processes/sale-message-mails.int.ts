import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { forwardedLog } from '@saleyard/platform/event-log/forwarded-log.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { bid, eventsOf, freshFolder, openEngine, scheduled, staff } from '../test-support/engine.ts';
import { LIVE_AT, lotTerms, OPEN_AT } from '../test-support/sale.ts';
import { saleMessageMails } from './sale-message-mails.ts';

const test = suite('e-mails of a message to everyone');
const AUCTION = 'a1';
const BIDS = 40;

test('[T26] a message reads what came after the one before, and goes to those who took part until then', async () => {
  const { folder, remove } = freshFolder();
  const engine = await openEngine({ folder, now: OPEN_AT - 1 });
  await scheduled(engine.host, AUCTION, [lotTerms('l1')]);
  engine.clock.advanceTo(LIVE_AT);
  let cents = 10_000;
  const bids = async (bidder: string): Promise<void> => {
    for (let n = 0; n < BIDS; n += 1) {
      cents += 1_000;
      await engine.host.submit(bid(AUCTION, bidder, 'l1', cents));
    }
  };
  const message = (text: string) => engine.host.submit(staff(AUCTION, { type: 'messageEveryone', text }));
  await bids('ann');
  await message('The yard opens at 7 am.');
  await bids('bob');
  await message('The yard opens at 8 am.');

  let read = 0;
  const log = forwardedLog(() => engine.log);
  log.read = async function* (stream, options) {
    for await (const events of engine.log.read(stream, options)) {
      read += events.length;
      yield events;
    }
  };
  const sent: string[] = [];
  const { act } = saleMessageMails({
    log,
    siteOrigin: 'https://saleyard.example',
    directory: {
      account: async () => ({ isSuspended: false }) as never,
      personOf: async (account: string) => ({ email: account }) as never,
    },
    watchersOf: async function* () {},
    logger: { warn: () => {} },
    messages: { sendOnce: async (_key, send) => send() },
    mailer: { send: async ({ to }: { to: string }) => void sent.push(to) } as never,
  });
  const messaged = (await eventsOf(engine.log, AUCTION)).filter(({ type }) => type === 'EveryoneMessaged');
  const [first, second] = messaged;
  if (first === undefined || second === undefined) throw new Error(`${messaged.length} messages`);
  await act(first);
  assert.equal(sent.splice(0).sort(), ['ann', 'vendor-account']);
  read = 0;
  await act(second);
  assert.equal(sent.sort(), ['ann', 'bob', 'vendor-account']);
  assert.is(read, second.revision - first.revision);
  assert.is(await engine.log.lastRevision(auctionStream(AUCTION)), second.revision);
  await engine.close();
  remove();
});

test.run();
