import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { suite } from '@saleyard/testing/suite.ts';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { type WebSocket, WebSocketServer } from 'ws';
import { readPlainFrames } from './plain-frames.ts';

const test = suite('plain frames', { limitMs: 60_000 });

const MOST_BYTES = 400;
const HANDSHAKE =
  'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** The result of a connection: the received messages in order, and how many texts were read here. */
type Outcome = { heard: string[]; plain: number };

let server: Server;
let sockets: WebSocketServer;
let open: (ws: WebSocket, raw: Socket) => void = () => {};

test.before(async () => {
  sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MOST_BYTES });
  server = createServer();
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (ws) => open(ws, socket as Socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
});

test.after(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends pieces one after the other, each in its own chunk, and returns what was received. */
async function outcomeOf(chunks: readonly Buffer[], isOurs: boolean): Promise<Outcome> {
  const outcome: Outcome = { heard: [], plain: 0 };
  const { heard } = outcome;
  let got = 0;
  const opened = new Promise<{ closed: Promise<void>; raw: Socket }>((resolve) => {
    open = (ws, raw) => {
      ws.on('message', (data, isBinary) => {
        heard.push(`${isBinary ? 'binary' : 'text'} ${data.toString(isBinary ? 'hex' : 'utf8')}`);
        if (data.toString() === 'close') ws.close(4000);
      });
      ws.on('ping', (data) => heard.push(`ping ${data}`));
      ws.on('pong', (data) => heard.push(`pong ${data}`));
      ws.on('error', ({ message }) => heard.push(`error ${message}`));
      const closed = new Promise<void>((done) => {
        ws.on('close', (code) => {
          heard.push(`close ${code}`);
          done();
        });
      });
      const take = (text: string) => {
        outcome.plain += 1;
        heard.push(`text ${text}`);
        if (text === 'close') ws.close(4000);
      };
      if (isOurs) readPlainFrames({ raw, mostBytes: MOST_BYTES, take });
      raw.on('data', (chunk: Buffer) => {
        got += chunk.length;
      });
      resolve({ closed, raw });
    };
  });
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.setNoDelay(true);
  client.resume();
  client.write(HANDSHAKE);
  const { closed, raw } = await opened;
  let sent = 0;
  for (const chunk of chunks) {
    client.write(chunk);
    sent += chunk.length;
    while (got < sent && !raw.destroyed) await new Promise((resolve) => setImmediate(resolve));
  }
  client.end();
  await closed;
  client.destroy();
  return outcome;
}

type Frame = { first: number; payload: Buffer; isMasked?: boolean };

function encoded({ first, payload, isMasked = true }: Frame): Buffer {
  const masked = isMasked ? 0x80 : 0;
  const { length } = payload;
  const header =
    length < 126
      ? Buffer.from([first, masked | length])
      : length < 65_536
        ? Buffer.from([first, masked | 126, length >> 8, length & 0xff])
        : Buffer.from([
            first,
            masked | 127,
            0,
            0,
            0,
            0,
            0,
            length >> 16,
            (length >> 8) & 0xff,
            length & 0xff,
          ]);
  if (!isMasked) return Buffer.concat([header, payload]);
  const mask = randomBytes(4);
  return Buffer.concat([header, mask, payload.map((byte, i) => byte ^ (mask[i & 3] as number))]);
}

const text = (value: string): Frame => ({ first: 0x81, payload: Buffer.from(value) });

/** The bytes, split at these places. */
function cut(all: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % all.length))].toSorted((a, b) => a - b);
  return [...ends, all.length]
    .map((end, i) => all.subarray(ends[i - 1] ?? 0, end))
    .filter((p) => p.length > 0);
}

const ordinary: fc.Arbitrary<Frame> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 130 }).map(text) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }).map(text) },
  fc.uint8Array({ maxLength: 60 }).map((bytes) => ({ first: 0x82, payload: Buffer.from(bytes) })),
  fc.constantFrom(0x89, 0x8a).map((first) => ({ first, payload: Buffer.from('sign') })),
);
/** Frames that `ws` closes for, or must read to the end itself. */
const last: fc.Arbitrary<Frame> = fc.constantFrom<Frame>(
  { first: 0x88, payload: Buffer.from([0x03, 0xe8]) },
  { first: 0x88, payload: Buffer.alloc(0) },
  { first: 0x81, payload: Buffer.from([0xff, 0xfe, 0x41]) },
  { first: 0x81, payload: Buffer.alloc(MOST_BYTES + 1, 'a') },
  { first: 0x81, payload: Buffer.alloc(70_000, 'a') },
  { first: 0x81, payload: Buffer.from('unmasked'), isMasked: false },
  { first: 0xc1, payload: Buffer.from('compressed') },
  { first: 0x83, payload: Buffer.from('reserved') },
  { first: 0x89, payload: Buffer.alloc(126, 'p') },
  { first: 0x80, payload: Buffer.from('goes on with nothing') },
  text('close'),
);

test('the same messages are received as by ws alone, however frames are cut', async () => {
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(ordinary, { maxLength: 6 }),
      fc.option(last),
      fc.array(ordinary, { maxLength: 2 }),
      fc.array(fc.nat(2_000), { maxLength: 5 }),
      async (frames, end, behind, places) => {
        const all = Buffer.concat([...frames, ...(end === null ? [] : [end]), ...behind].map(encoded));
        const chunks = all.length === 0 ? [] : cut(all, places);
        const ours = await outcomeOf(chunks, true);
        plain += ours.plain;
        assert.equal(ours.heard, (await outcomeOf(chunks, false)).heard);
      },
    ),
    { numRuns: 150, seed: 5 },
  );
  assert.ok(plain > 200, `${plain} texts were read without ws`);
});

test('a message in parts is for ws, and so is what follows it', async () => {
  const part = (first: number, value: string): Frame => ({ first, payload: Buffer.from(value) });
  const frames = [text('before'), part(0x01, 'in '), part(0x89, 'now'), part(0x80, 'parts'), text('after')];
  const { heard, plain } = await outcomeOf([Buffer.concat(frames.map(encoded))], true);
  assert.equal(heard, ['text before', 'ping now', 'text in parts', 'text after', 'close 1006']);
  assert.is(plain, 1);
});

test('one byte after the other', async () => {
  const all = Buffer.concat([text('first'), text('é'), text('a'.repeat(200)), text('last')].map(encoded));
  const { heard, plain } = await outcomeOf(cut(all, [...all.keys()]), true);
  assert.equal(heard, ['text first', 'text é', `text ${'a'.repeat(200)}`, 'text last', 'close 1006']);
  assert.is(plain, 4);
});

test.run();
