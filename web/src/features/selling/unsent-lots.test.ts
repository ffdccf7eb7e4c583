import 'fake-indexeddb/auto';
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { LAST_TYPED, signOut } from '@/lib/session.ts';
import { standInLocks } from './test-support/stand-in-locks.ts';
import {
  claimKey,
  dropFiles,
  forgetUnsent,
  keepFiles,
  keepUnsent,
  keptFiles,
  leaveFiles,
  type UnsentLot,
  unsentLot,
} from './unsent-lots.ts';

const test = suite('what two windows keep of lots that are not sent', { limitMs: 30_000 });

let takeAway = () => {};
test.before(() => {
  takeAway = standInLocks();
});
test.after(() => takeAway());

const lotAt = (at: number) => ({ base: {}, content: {}, revision: 1, at }) as UnsentLot;

/** A window that writes a lot. */
async function windowOf(wanted: string) {
  let close = () => {};
  const ended = new Promise<void>((resolve) => {
    close = resolve;
  });
  const key = await claimKey(wanted, ended);
  return {
    key,
    async close() {
      close();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

test('what a second window kept comes back when the lot is opened in one window', async () => {
  const [one, two] = [await windowOf('u1/7'), await windowOf('u1/7')];
  assert.not.equal(one.key, two.key);
  await keepUnsent(two.key, lotAt(2));
  await Promise.all([one.close(), two.close()]);
  const again = await windowOf('u1/7');
  assert.is((await unsentLot(again.key))?.at, 2);
  const other = await windowOf('u1/7');
  assert.is(await unsentLot(other.key), null, 'it is in one window only');
  await forgetUnsent(again.key);
  await Promise.all([again.close(), other.close()]);
  assert.is((await windowOf('u1/70')).key, 'u1/70', 'another lot has another key');
});

test('files without text come back too, and those of another lot do not', async () => {
  await keepFiles('u1/8-2', [{ id: 'f1' }]);
  const [other, one] = [await windowOf('u1/80'), await windowOf('u1/8')];
  assert.is(one.key, 'u1/8-2');
  assert.equal(await keptFiles(other.key), []);
  await keepFiles('u1/8-2', []);
});

test('two windows that are closed at once keep the text of both', async () => {
  const { indexedDB } = globalThis;
  // A page that is closed may be gone before its database is written.
  Object.assign(globalThis, { indexedDB: undefined });
  await Promise.all([keepUnsent('u1/9', lotAt(3), true), keepUnsent('u1/9-2', lotAt(4), true)]);
  Object.assign(globalThis, { indexedDB });
  assert.is((await unsentLot('u1/9'))?.at, 3);
  assert.is((await unsentLot('u1/9-2'))?.at, 4);
  await forgetUnsent('u1/9');
  const back = await windowOf('u1/9');
  assert.is((await unsentLot(back.key))?.at, 4);
  await forgetUnsent('u1/9-2');
  assert.equal(
    Object.keys(localStorage).filter((key) => key.startsWith(LAST_TYPED)),
    [],
  );
});

test('files that are left for a lot are beside those of its form, which is open or not', async () => {
  await keepFiles('u1/6', [{ id: 'form' }]);
  assert.is(await leaveFiles('u1/6', [{ id: 'sheet' }]), 'u1/6');
  const idsOf = async (key: string) => (await keptFiles(key)).map(({ id }) => id);
  assert.equal(await idsOf('u1/6'), ['form', 'sheet']);
  await dropFiles('u1/6', ['sheet']);
  assert.equal(await idsOf('u1/6'), ['form']);
  const open = await windowOf('u1/6');
  const key = await leaveFiles('u1/6', [{ id: 'sheet' }]);
  assert.equal([await idsOf(open.key), await idsOf(key)], [['form'], ['sheet']]);
});

/** The same on pages that are not served securely: browsers have no locks there. */
async function withoutLocks(work: () => Promise<void>) {
  takeAway();
  try {
    await work();
  } finally {
    takeAway = standInLocks();
  }
}

test('without locks too, each window has a key of its own, and a closed one leaves its text to the next', () =>
  withoutLocks(async () => {
    const [one, two] = [await windowOf('u1/5'), await windowOf('u1/5')];
    assert.equal([one.key, two.key], ['u1/5', 'u1/5-2']);
    await Promise.all([keepUnsent(one.key, lotAt(1)), keepUnsent(two.key, lotAt(2))]);
    await forgetUnsent(one.key);
    assert.is((await unsentLot(two.key))?.at, 2, 'a save in one window deletes nothing of the other');
    const third = await windowOf('u1/5');
    assert.is(await unsentLot(third.key), null, 'what an open window keeps is brought back nowhere else');
    await Promise.all([one.close(), two.close(), third.close()]);
    const again = await windowOf('u1/5');
    assert.is((await unsentLot(again.key))?.at, 2);
    await forgetUnsent(again.key);
    await again.close();
  }));

test('without locks too, windows that are opened at once have different keys', () =>
  withoutLocks(async () => {
    const windows = await Promise.all(['u1/4', 'u1/4', 'u1/4'].map(windowOf));
    assert.is(new Set(windows.map(({ key }) => key)).size, 3);
    await Promise.all(windows.map(({ close }) => close()));
  }));

test('without locks too, a window that is closed while it asks keeps the key from nobody', () =>
  withoutLocks(async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const left = claimKey('u1/3', Promise.resolve());
      await new Promise((resolve) => setTimeout(resolve, 20));
      const next = await windowOf('u1/3');
      assert.is(next.key, 'u1/3');
      await Promise.all([left, next.close()]);
    }
  }));

test('logging out without a connection also removes what was kept at the close of a page', async () => {
  await keepUnsent('u1/9', lotAt(1), true);
  const kept = () => Object.keys(localStorage).filter((name) => name.startsWith(LAST_TYPED));
  assert.equal(kept(), [`${LAST_TYPED} u1/9`]);
  await signOut();
  assert.equal(kept(), []);
});

test.run();
