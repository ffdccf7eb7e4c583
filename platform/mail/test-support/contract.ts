import { type Suite, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type Attachment, type Mail, type Mailer, MailRefused } from '../port.ts';

/** What arrived of a mail. */
export type ReceivedMail = Pick<Mail, 'id' | 'to' | 'subject' | 'text' | 'html'> & {
  files: { name: string; type: string; text: string }[];
};

/** A mailer to test. `received`: the mails that arrived, by their ids each once. */
export type MailerUnderTest = {
  mailer: Mailer;
  received(): Promise<ReceivedMail[]>;
  remove(): Promise<void>;
};

/** A mail with anything else as given. */
export const mailOf = (more: Partial<Mail> = {}): Mail => ({
  id: 'mail-1',
  account: null,
  to: 'jane@farm.example',
  subject: 'Your security code',
  text: 'Your code is 12345.',
  html: '<p>Your code is <b>12345</b>.</p>',
  ...more,
});

const fileOf = (name: string, text = 'x'): Attachment => ({
  name,
  type: 'application/pdf',
  bytes: Buffer.from(text),
});

/** What every mailer must do. */
export function mailerContract(title: string, factory: () => Promise<MailerUnderTest>): Suite {
  const test = suite(`mail: ${title}`);

  const withMailer = (name: string, body: (under: MailerUnderTest) => Promise<void>) =>
    test(name, async () => {
      const under = await factory();
      try {
        await body(under);
      } finally {
        await under.mailer.close();
        await under.remove();
      }
    });

  withMailer('a mail arrives as it was written', async ({ mailer, received }) => {
    const mail = mailOf({
      subject: 'Läufer & Kühe: "Lot 12" is sold 🐄',
      text: ['.', '..a line that begins with dots', 'Grüße 🐂', 'x'.repeat(2_000), '', 'end'].join('\n'),
      html: `<p>Grüße &amp; ${'y'.repeat(2_000)}</p>\n<p>.</p>`,
    });
    await mailer.send(mail);
    const { id, to, subject, text, html } = mail;
    assert.equal(await received(), [{ id, to, subject, text, html, files: [] }]);
  });

  withMailer('files come with a mail as they were', async ({ mailer, received }) => {
    const text = `a,"b"\r\nc\u00e9 ${'x'.repeat(200_000)}`;
    const attachments = [fileOf('catalogue-77.pdf', '%PDF-1.7 one'), fileOf('lots.csv', text)];
    await mailer.send(mailOf({ attachments }));
    const [mail] = await received();
    assert.equal(mail?.files, [
      { name: 'catalogue-77.pdf', type: 'application/pdf', text: '%PDF-1.7 one' },
      { name: 'lots.csv', type: 'application/pdf', text },
    ]);
  });

  withMailer('each of several mails reaches its own recipient', async ({ mailer, received }) => {
    const mails = Array.from({ length: 12 }, (_, n) =>
      mailOf({ id: `mail-${n}`, to: `person${n}@farm.example`, subject: `Subject ${n}` }),
    );
    await Promise.all(mails.map((mail) => mailer.send(mail)));
    const found = (await received()).map(({ id, to, subject }) => `${id} ${to} ${subject}`);
    assert.equal(found.toSorted(), mails.map(({ id, to, subject }) => `${id} ${to} ${subject}`).toSorted());
  });

  withMailer('the same mail again is the same mail', async ({ mailer, received }) => {
    await mailer.send(mailOf());
    await mailer.send(mailOf());
    assert.is((await received()).length, 1);
  });

  withMailer('nothing in a mail becomes a header or a second recipient', async ({ mailer, received }) => {
    const hostile: Partial<Mail>[] = [
      { to: 'jane@farm.example\r\nBcc: all@farm.example' },
      { to: 'jane@farm.example, all@farm.example' },
      { to: 'Jane <jane@farm.example>' },
      { to: 'jane@farm.example\u0000' },
      { to: '' },
      { to: 'jane' },
      { subject: 'Hello\r\nBcc: all@farm.example' },
      { subject: 'Hello\u0000' },
      { subject: '' },
      { id: 'a>\r\nBcc: all@farm.example' },
      { text: '' },
      { attachments: [fileOf('a\r\nX: y.pdf')] },
      { attachments: [fileOf('../a.pdf')] },
      { attachments: [{ ...fileOf('a.pdf'), type: 'text/html\r\nX: y' }] },
      { attachments: Array.from({ length: 6 }, (_, n) => fileOf(`${n}.pdf`)) },
      { attachments: [{ ...fileOf('large.pdf'), bytes: Buffer.alloc(16 * 1024 * 1024) }] },
    ];
    for (const more of hostile) {
      const refused = await mailer.send(mailOf(more)).catch((error: unknown) => error);
      assert.instance(refused, MailRefused, Object.values(more).map(String).join().slice(0, 200));
    }
    assert.equal(await received(), []);
  });

  return test;
}
