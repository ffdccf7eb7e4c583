import { type Suite, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type Sms, SmsRefused, type SmsSender } from '../port.ts';

/** A sender to test. `received`: the messages that arrived, by their ids each once. */
export type SmsUnderTest = {
  sms: SmsSender;
  received(): Promise<Pick<Sms, 'id' | 'to' | 'text'>[]>;
  remove(): Promise<void>;
};

/** A text message with anything else as given. */
export const smsOf = (more: Partial<Sms> = {}): Sms => ({
  id: 'sms-1',
  account: null,
  to: '0400000000',
  text: 'Auction 1042 is live',
  ...more,
});

/** What every sender of text messages must do. */
export function smsContract(title: string, factory: () => Promise<SmsUnderTest>): Suite {
  const test = suite(`sms: ${title}`);

  const withSms = (name: string, body: (under: SmsUnderTest) => Promise<void>) =>
    test(name, async () => {
      const under = await factory();
      try {
        await body(under);
      } finally {
        await under.sms.close();
        await under.remove();
      }
    });

  withSms('messages arrive as they were written, each at its own number', async ({ sms, received }) => {
    const messages = [
      smsOf({ text: 'Läufer & "Kühe" 🐄\nline two' }),
      smsOf({ id: 'sms-2', to: '+61400000001', text: 'x'.repeat(1_000) }),
    ];
    for (const message of messages) await sms.send(message);
    const found = (await received()).toSorted((a, b) => a.id.localeCompare(b.id));
    assert.equal(
      found,
      messages.map(({ id, to, text }) => ({ id, to, text })),
    );
  });

  withSms('the same message again is the same message', async ({ sms, received }) => {
    await sms.send(smsOf());
    await sms.send(smsOf());
    assert.is((await received()).length, 1);
  });

  withSms('what is no message is refused', async ({ sms, received }) => {
    const wrong: Partial<Sms>[] = [
      { to: '' },
      { to: '04 0000' },
      { to: '0400000000,0400000001' },
      { text: ' ' },
    ];
    for (const more of [...wrong, { text: 'x'.repeat(2_000) }, { id: 'a\r\nb' }]) {
      const refused = await sms.send(smsOf(more)).catch((error: unknown) => error);
      assert.instance(refused, SmsRefused, JSON.stringify(more).slice(0, 60));
    }
    assert.equal(await received(), []);
  });

  return test;
}
