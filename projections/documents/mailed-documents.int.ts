import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { MANY_BUYERS, ServedSales } from '../test-support/served-sales.ts';

const test = suite('documents sent by e-mail', { limitMs: 60_000 });

/** E-mails in an hour: of one account, and from one network address. */
const BY_ACCOUNT = 10;
const BY_ADDRESS = 60;

test('many accounts at one network address send 60 an hour together, and no more', async () => {
  const served = await ServedSales.start(undefined, { run: async () => Buffer.from('%PDF-1.4') });
  const send = async (account: string, recipientEmail: string): Promise<string> => {
    const response = await fetch(`${served.base}/manuals/buying/send-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-test-account': account },
      body: JSON.stringify({ manualId: 'buying', data: { recipientName: 'Jo', recipientEmail } }),
    });
    const { errors } = (await response.json()) as { errors?: { code: string }[] };
    return `${response.status} ${errors?.[0]?.code ?? ''}`;
  };
  const answers: string[] = [];
  // Each account sends as many as it may, and nobody gets two of them.
  for (const account of MANY_BUYERS)
    for (let n = 0; n < BY_ACCOUNT; n += 1)
      answers.push(await send(account, `jo-${answers.length}@farm.example`));
  assert.ok(answers.length > BY_ADDRESS);
  assert.equal(new Set(answers.slice(0, BY_ADDRESS)), new Set(['200 ']));
  assert.equal(new Set(answers.slice(BY_ADDRESS)), new Set(['429 rate-limited']));
  assert.is(served.mails.length, BY_ADDRESS);
  await served.stop();
});

test.run();
