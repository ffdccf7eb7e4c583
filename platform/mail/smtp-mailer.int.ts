import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import * as assert from 'uvu/assert';
import { ManualClock } from '../clock/manual-clock.ts';
import { systemClock } from '../clock/system-clock.ts';
import { MailRefused, MailUnavailable } from './port.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { mailerContract, mailOf, type ReceivedMail } from './test-support/contract.ts';

const FROM = 'Saleyard <no-reply@saleyard.example>';

/** A real SMTP server on a free port. `inbox`: what it took, envelope and message as they came over the wire. */
async function smtpServer(options: SMTPServerOptions = {}) {
  const inbox: { to: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        inbox.push({ to, raw: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { inbox, port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

async function readMail({ to, raw }: { to: string[]; raw: string }): Promise<ReceivedMail> {
  const {
    messageId = '',
    subject = '',
    text = '',
    html,
    attachments,
  } = await simpleParser(raw, {
    skipTextToHtml: true,
    skipImageLinks: true,
  });
  return {
    id: messageId.replace(/^<|@.*$/g, ''),
    to: to.join(),
    subject,
    text: text.replace(/\n$/, ''),
    html: html ? html.replace(/\n$/, '') : '',
    files: attachments.map(({ filename = '', contentType: type, content }) => ({
      name: filename,
      type,
      text: content.toString(),
    })),
  };
}

const test = mailerContract('smtp', async () => {
  const server = await smtpServer();
  const url = `smtp://127.0.0.1:${server.port}`;
  return {
    mailer: createSmtpMailer({ url, from: FROM, clock: systemClock }),
    async received() {
      const found = await Promise.all(server.inbox.map(readMail));
      return [...new Map(found.map((mail) => [mail.id, mail])).values()];
    },
    remove: () => server.close(),
  };
});

/** Lets pauses pass at once. */
function hurrying(clock: ManualClock): () => void {
  const timer = setInterval(() => clock.advanceBy(1_000), 5);
  return () => clearInterval(timer);
}

test('it says who sends, and that nobody need answer; with both texts in one message', async () => {
  const server = await smtpServer();
  const url = `smtp://127.0.0.1:${server.port}`;
  const mailer = createSmtpMailer({ url, from: FROM, clock: systemClock });
  await mailer.send(mailOf());
  const { from, headers } = await simpleParser(server.inbox[0]?.raw ?? '');
  assert.is(from?.text, '"Saleyard" <no-reply@saleyard.example>');
  assert.is(headers.get('auto-submitted'), 'auto-generated');
  assert.match(server.inbox[0]?.raw ?? '', 'multipart/alternative');
  await mailer.close();
  await server.close();
});

test('it signs in with the credentials of its address', async () => {
  const seen: string[] = [];
  const server = await smtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      seen.push(`${username} ${password}`);
      done(null, { user: username });
    },
  });
  const url = `smtp://mail:pa%40ss@127.0.0.1:${server.port}`;
  const mailer = createSmtpMailer({ url, from: FROM, clock: systemClock });
  await mailer.send(mailOf());
  assert.equal(seen, ['mail pa@ss']);
  assert.is(server.inbox.length, 1);
  await mailer.close();
  await server.close();
});

test('a server that is busy is asked again, one that refuses is not', async () => {
  let tries = 0;
  const answer = (responseCode: number) => Object.assign(new Error('not this one'), { responseCode });
  const server = await smtpServer({
    onRcptTo({ address }, _session, done) {
      tries += 1;
      if (address.startsWith('nobody')) done(answer(550));
      else done(tries === 1 ? answer(451) : null);
    },
  });
  const clock = new ManualClock();
  const stop = hurrying(clock);
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${server.port}`, from: FROM, clock });
  await mailer.send(mailOf());
  assert.equal([tries, server.inbox.length], [2, 1]);
  tries = 0;
  const refused = await mailer.send(mailOf({ to: 'nobody@farm.example' })).catch((error: unknown) => error);
  assert.instance(refused, MailRefused);
  assert.is(tries, 1);
  stop();
  await mailer.close();
  await server.close();
});

test('a server that is away is unavailable, after three tries', async () => {
  const gone = await smtpServer();
  await gone.close();
  const clock = new ManualClock();
  const stop = hurrying(clock);
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${gone.port}`, from: FROM, clock });
  const refused = await mailer.send(mailOf()).catch((error: unknown) => error);
  assert.instance(refused, MailUnavailable);
  stop();
  await mailer.close();
});

test.run();
