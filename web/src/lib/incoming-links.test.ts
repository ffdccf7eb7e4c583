import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const { appStoreFor, magicTokenOf, saveMarked, sharedLotOf, watchedLotOf, withoutWatchedLot } = await import(
  './incoming-links.ts'
);
const { saveRedirect, takeRedirect } = await import('./session.ts');
const test = suite('links that come from outside');
test.beforeEach(() => sessionStorage.clear());

const marked = (address: string) => saveMarked(new URL(address, 'http://saleyard.test'));

test('[A055] a marker of a result stores where to go after sign-in', () => {
  marked('/sign-in?auction-result=Cattle/1042');
  assert.is(takeRedirect(), '/main/results/Cattle/1042');
  marked('/?auction-result=Cattle/1042/9001');
  assert.is(takeRedirect(), '/main/results/Cattle/1042/9001');
  for (const other of ['/?auction-result=', '/?auction-result=Cattle', '/?auction-result=Cattle/x', '/main'])
    marked(other);
  assert.is(takeRedirect(), null);
});

test('a marker of a lot to watch stores its page', () => {
  marked('/main/upcoming?lot-watch-id=l1&page=2');
  assert.is(takeRedirect(), '/main/upcoming?lot-watch-id=l1&page=2');
  for (const path of ['/', '/sign-in', '/auction-live/7']) {
    marked(`${path}?lot-watch-id=l1`);
    assert.is(takeRedirect(), '/main/upcoming?lot-watch-id=l1', path); // [B037]
  }
  marked('/main/upcoming?lot-watch-id=../x');
  assert.is(takeRedirect(), null);
  assert.is(watchedLotOf('?lot-watch-id=l1'), 'l1');
  assert.is(withoutWatchedLot('?lot-watch-id=l1&page=2'), '?page=2');
  assert.is(withoutWatchedLot('?lot-watch-id=l1'), '');
});

test('[A014] [A015] a result is gone to before a lot to watch, and that before an address; all are forgotten', () => {
  saveRedirect('/main/upcoming?page=2');
  marked('/main/upcoming?lot-watch-id=l1');
  marked('/?auction-result=Sheep/7');
  assert.is(takeRedirect(), '/main/results/Sheep/7');
  assert.is(takeRedirect(), null);
  saveRedirect('/staff');
  marked('/main/upcoming?lot-watch-id=l1');
  assert.is(takeRedirect(), '/main/upcoming?lot-watch-id=l1');
});

test('a shared link leads to its lot, without what was hung on it [B035] [B036]', () => {
  assert.is(
    sharedLotOf('?type=lot&kind=Abb%20Lamb&auctionId=1042&lotId=9001'),
    '/main/results/Abb%20Lamb/1042/9001',
  );
  assert.is(
    sharedLotOf('?type=lot&kind=Cattle&auctionId=1042&lotId=9001%3Ffbclid%3Dx&utm_source=mail'),
    '/main/results/Cattle/1042/9001',
  );
  assert.is(
    sharedLotOf('?type=lot&kind=Cattle&auctionId=1042&lotId=9001.'),
    '/main/results/Cattle/1042/9001',
    'at the end of a sentence',
  );
});

test('without a type, or a part of it, it is no shared link ', () => {
  for (const other of [
    '?kind=Cattle&auctionId=1042&lotId=9001',
    '?type=lot&kind=Cattle&auctionId=1042',
    '?type=lot&kind=Cattle&auctionId=x&lotId=1',
    '?type=lot&kind=..%2F&auctionId=1&lotId=y',
    '',
  ])
    assert.is(sharedLotOf(other), null, other);
});

test('a last part longer than 15 characters is a token [A053]', () => {
  assert.is(magicTokenOf('/abcdefghijklmnop'), 'abcdefghijklmnop');
  assert.is(magicTokenOf('/hello/abcdefghijklmnop/'), 'abcdefghijklmnop');
  assert.is(magicTokenOf('/abcdefghijklmno'), null);
  assert.is(magicTokenOf('/'), null);
});

test('an iPad at an address with "mobile" goes to the app store; nobody else does ', () => {
  const iPad = { userAgent: 'Mozilla/5.0 (iPad; CPU OS 17_0)', maxTouchPoints: 5 };
  const asMac = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X)', maxTouchPoints: 5 };
  const mac = { ...asMac, maxTouchPoints: 0 };
  const mobile = 'http://saleyard.test/mobile';
  assert.match(appStoreFor(mobile, iPad) ?? '', /^https:\/\/apps\.apple\.com\//);
  assert.match(appStoreFor(mobile, asMac) ?? '', /^https:\/\/apps\.apple\.com\//);
  assert.is(appStoreFor(mobile, mac), null);
  assert.is(appStoreFor('http://saleyard.test/sign-in', iPad), null);
});

test.run();
