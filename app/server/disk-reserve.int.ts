import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Refused } from '../client/session.ts';
import { schedule, steers } from '../test-support/sales.ts';
import { startTestServer, until } from '../test-support/test-server.ts';

const test = suite('a disk that reaches its reserve', { limitMs: 90_000 });

const MIB = 1024 * 1024;
const folder = mkdtempSync(path.join(tmpdir(), 'saleyard-reserve-'));

function mounted(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? `${error.status} ${error.code}` : String(error)),
  );

if (!mounted()) {
  rmSync(folder, { recursive: true });
  notRun('a disk that reaches its reserve', 'run as a user that may mount a tmpfs');
} else {
  test.after(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });

  test('uploads, documents, drafts and lots are refused in a sentence, and bids and staff go on', async () => {
    const data = path.join(folder, 'data');
    const server = await startTestServer({ data, settings: { diskReserve: 32 } });
    const [staff, buyer, seller] = [
      await server.signedIn('staff'),
      await server.signedIn('buyer'),
      await server.signedIn('seller'),
    ];
    const terms = { type: 'simultaneous', durationSeconds: 600, allowAutoBid: true } as const;
    const sale = await schedule(staff, terms, [steers('1')]);
    const later = await schedule(staff, { ...terms, liveInMs: 3_600_000 }, [steers('1')]);
    const [lot = ''] = sale.lots;
    await until(async () => {
      const { auction } = await staff.call<{ auction: { state: string } }>('GET', `auctions/${sale._id}`);
      return auction.state === 'live';
    });
    const begin = () => codeOf(seller.call('POST', `auctions/${sale._id}/lots`, { lot: {} }));
    const upload = async (type: string) => {
      const response = await fetch(`${server.base}/api/v1/lots/${lot}/documents`, {
        method: 'POST',
        headers: {
          origin: server.base,
          cookie: seller.cookie,
          'content-type': type,
          'x-command-id': newId(),
        },
        body: Buffer.alloc(1_000, '%PDF-1.7 '),
      });
      const { errors = [] } = (await response.json()) as { errors?: { code: string; message: string }[] };
      return { status: response.status, ...errors[0] };
    };
    assert.not.match(await begin(), /disk-low/);
    assert.is.not((await upload('application/pdf')).code, 'disk-low');

    const { bavail, bsize } = statfsSync(folder);
    const ballast = path.join(folder, 'ballast');
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 31 * MIB));
    await until(async () => (await begin()) === '503 disk-low');
    const refused = await upload('application/pdf');
    assert.equal([refused.status, refused.code], [503, 'disk-low']);
    assert.match(refused.message ?? '', /disk is nearly full\. Bidding is not affected\.$/);
    const addLots = () =>
      codeOf(staff.call('POST', `staff/auctions/${later._id}/lots`, { lots: [steers('9')] }));
    const addFile = async () => {
      const response = await fetch(`${server.base}/api/v1/staff/auctions/${later._id}/lots.csv`, {
        method: 'POST',
        headers: {
          origin: server.base,
          cookie: staff.cookie,
          'content-type': 'text/csv',
          'x-command-id': newId(),
        },
        body: 'number\n9\n',
      });
      const { errors = [] } = (await response.json()) as { errors?: { code: string }[] };
      return `${response.status} ${errors[0]?.code}`;
    };
    const reoffer = () =>
      codeOf(seller.call('PUT', `auctions/${later._id}/lots/${lot}/reoffer`, { lot: {} }));
    const scheduleOne = () =>
      codeOf(staff.call('POST', 'staff/auctions', { details: {}, terms: {}, lots: [steers('1')] }));
    const practise = () => codeOf(buyer.call('POST', 'practice', { level: 'relaxed' }));
    const mail = (): Promise<string> => {
      const data = { recipientName: 'Robin Hall', recipientEmail: 'rob@farm.example' };
      return codeOf(buyer.call('POST', 'manuals/buying/send-email', { manualId: 'buying', data }));
    };
    for (const write of [addLots, addFile, reoffer, scheduleOne, practise, mail])
      assert.is(await write(), '503 disk-low');
    const command = { type: 'announce', text: 'Trucks at ten', commandId: newId() };
    assert.is(await codeOf(staff.call('POST', `staff/auctions/${sale._id}/commands`, command)), 'done');
    for (const autobid of [60_000, 61_000, 62_000])
      assert.is(await codeOf(buyer.call('PUT', 'users/me/autobids', { lot, autobid })), 'done');

    rmSync(ballast);
    await until(async () => !(await begin()).includes('disk-low'));
    assert.is(await addLots(), 'done');
    await server.close();
  });

  test.run();
}
