import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ManualClock } from '../clock/manual-clock.ts';
import { openLmdbDocuments } from '../documents/lmdb-documents.ts';
import { mailerContract, mailOf } from '../mail/test-support/contract.ts';
import { openFileSecrets } from '../secrets/file-secrets.ts';
import { smsContract, smsOf } from '../sms/test-support/contract.ts';
import { openOutbox } from './outbox.ts';

const START = 1_800_000_000_000;
const ALL = { page: 1, limit: 100 };

async function freshOutbox() {
  const folder = await mkdtemp(join(tmpdir(), 'saleyard-outbox-'));
  const clock = new ManualClock(START);
  const documents = await openLmdbDocuments({ folder: join(folder, 'read'), clock });
  const secrets = await openFileSecrets({ folder: join(folder, 'secrets') });
  const outbox = await openOutbox({ documents, secrets, clock });
  const remove = async () => {
    await documents.close();
    await rm(folder, { recursive: true });
  };
  return { folder, clock, documents, outbox, remove };
}

mailerContract('outbox', async () => {
  const { outbox, remove } = await freshOutbox();
  const received = async () =>
    Promise.all(
      (await outbox.read(ALL)).messages.map(async ({ _id, to, subject, text, html, attachments }) => ({
        id: _id,
        to,
        subject: subject ?? '',
        text,
        html: html ?? '',
        files: await Promise.all(
          attachments.map(async ({ name, type }, place) => ({
            name,
            type,
            text: Buffer.from((await outbox.file(_id, place))?.bytes ?? []).toString(),
          })),
        ),
      })),
    );
  return { mailer: outbox.mailer, received, remove };
}).run();

smsContract('outbox', async () => {
  const { outbox, remove } = await freshOutbox();
  const received = async () =>
    (await outbox.read(ALL)).messages.map(({ _id, to, text }) => ({ id: _id, to, text }));
  return { sms: outbox.sms, received, remove };
}).run();

const test = suite('outbox');

test('it is read page by page, the newest first, of one account or of all', async () => {
  const { outbox, clock, remove } = await freshOutbox();
  for (let n = 1; n <= 5; n += 1) {
    clock.advanceBy(1_000);
    await outbox.mailer.send(mailOf({ id: `mail-${n}`, account: n % 2 ? 'ann' : 'bob' }));
  }
  const read = async (options: Parameters<typeof outbox.read>[0]) => {
    const { messages, total } = await outbox.read(options);
    return [total, ...messages.map(({ _id }) => _id)];
  };
  assert.equal(await read({ page: 1, limit: 2 }), [5, 'mail-5', 'mail-4']);
  assert.equal(await read({ page: 3, limit: 2 }), [5, 'mail-1']);
  assert.equal(await read({ account: 'ann', page: 1, limit: 10 }), [3, 'mail-5', 'mail-3', 'mail-1']);
  await remove();
});

test('a message is gone when it is of no more use, any other after 30 days', async () => {
  const { outbox, clock, remove } = await freshOutbox();
  await outbox.mailer.send(mailOf({ id: 'short', expiresAt: START + 600_000 }));
  await outbox.mailer.send(mailOf({ id: 'long' }));
  clock.advanceBy(600_000);
  assert.equal(
    (await outbox.read(ALL)).messages.map(({ _id }) => _id),
    ['long'],
  );
  clock.advanceBy(30 * 86_400_000);
  assert.equal(await outbox.read(ALL), { messages: [], total: 0 });
  await remove();
});

test('what was kept for a forgotten person is in no file, and that of others stays', async () => {
  const { outbox, folder, documents, remove } = await freshOutbox();
  await outbox.mailer.send(
    mailOf({ id: 'hers', account: 'ann', to: 'ann@farm.example', text: 'Dear Ann Field' }),
  );
  await outbox.sms.send(smsOf({ id: 'his', account: 'bob', to: '0411222333' }));
  await outbox.forget('ann');
  assert.equal(
    (await outbox.read(ALL)).messages.map(({ _id }) => _id),
    ['his'],
  );
  await documents.close();
  for (const name of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const bytes = (await readFile(join(name.parentPath, name.name))).toString('latin1');
    assert.not.match(bytes, /ann@farm\.example|Ann Field|0411222333/, name.name);
  }
  await remove();
});

test.run();
