import { platform } from 'node:os';
import { LoadSocket } from './load-socket.ts';

/** The protocol of a kind of server, and how its messages are distinguished. */
export type AudienceKind = 'saleyard' | 'socket.io' | 'nats' | 'ws';

/** Messages between an audience and the process that starts it. */
export type AudienceOrder =
  | { order: 'connect'; kind: AudienceKind; port: number; sockets: number; room: string }
  /** Report when every socket has seen an update of this seq or a later one. */
  | { order: 'await'; seq: number };
export type AudienceReport =
  | { report: 'connected' }
  | { report: 'complete'; messages: number; bytes: number; frames: number };

/** Sockets of which every message is parsed; of the others only the newest seq is read. */
const SAMPLED = 20;
/** Sockets that connect at the same time. */
const CONNECTING_AT_ONCE = 50;
/** Sockets that come from one address of the loopback network: fewer than the gateway takes from one. */
const SOCKETS_OF_ADDRESS = 400;

type Listener = { socket: LoadSocket; seq: number; messages: number; bytes: number; frames: number };

/** The address of the n-th socket: others come from 127.0.0.1. Some systems have only one loopback address. */
const addressOf = (n: number): string =>
  platform() === 'linux' ? `127.0.0.${2 + Math.floor(n / SOCKETS_OF_ADDRESS)}` : '127.0.0.1';

const SEQ = Buffer.from('"seq":');

/** The seq of the last message in a payload; the payload's messages come in the order of their seq. */
function newestSeq(payload: Buffer): number {
  const at = payload.lastIndexOf(SEQ);
  if (at < 0) return -1;
  let seq = 0;
  for (let i = at + SEQ.length; i < payload.length; i += 1) {
    const digit = (payload[i] as number) - 0x30;
    if (digit < 0 || digit > 9) break;
    seq = seq * 10 + digit;
  }
  return seq;
}

const listeners: Listener[] = [];
let awaited = Number.POSITIVE_INFINITY;
let behind = 0;

function heard(listener: Listener, seq: number): void {
  if (seq <= listener.seq) return;
  if (listener.seq < awaited && seq >= awaited) {
    behind -= 1;
    if (behind === 0) complete();
  }
  listener.seq = seq;
}

function complete(): void {
  const sampled = listeners.slice(0, SAMPLED);
  const mean = (of: (listener: Listener) => number) =>
    sampled.reduce((sum, listener) => sum + of(listener), 0) / sampled.length;
  report({
    report: 'complete',
    messages: mean(({ messages }) => messages),
    bytes: mean(({ bytes }) => bytes),
    frames: mean(({ frames }) => frames),
  });
}

function report(message: AudienceReport): void {
  process.send?.(message);
}

function listenTo(socket: LoadSocket): Listener {
  const listener: Listener = { socket, seq: -1, messages: 0, bytes: 0, frames: 0 };
  listeners.push(listener);
  socket.onClose = () => {
    if (listener.seq < awaited) throw new Error('the server closed a socket of the audience');
  };
  return listener;
}

async function joinSaleyard(port: number, room: string, n: number): Promise<void> {
  const socket = await LoadSocket.connect({ port, path: '/realtime', from: addressOf(n) });
  const sampled = n < SAMPLED;
  const listener = listenTo(socket);
  await new Promise<void>((resolve) => {
    socket.onMessage = () => resolve();
    socket.send(JSON.stringify([{ id: 1, channel: 'bids', event: 'join-auction', data: { _id: room } }]));
  });
  socket.onMessage = (payload) => {
    if (sampled) {
      const frame = JSON.parse(payload.toString()) as { event?: string }[];
      listener.messages += frame.filter(({ event }) => event === 'lot-update').length;
      listener.bytes += payload.length;
      listener.frames += 1;
    }
    heard(listener, newestSeq(payload));
  };
}

async function joinSocketIo(port: number, n: number): Promise<void> {
  const path = '/socket.io/?EIO=4&transport=websocket';
  const socket = await LoadSocket.connect({ port, path, from: addressOf(n) });
  const listener = listenTo(socket);
  await new Promise<void>((resolve) => {
    socket.onMessage = (payload) => {
      const text = payload.toString('latin1', 0, 2);
      if (text[0] === '0') socket.send('40');
      else if (text === '40') resolve();
    };
  });
  socket.onMessage = (payload) => {
    if (payload[0] === 0x32) {
      socket.send('3');
      return;
    }
    listener.messages += 1;
    listener.frames += 1;
    listener.bytes += payload.length;
    heard(listener, newestSeq(payload));
  };
}

async function joinNats(port: number, room: string, n: number): Promise<void> {
  const socket = await LoadSocket.connect({ port, path: '/', from: addressOf(n) });
  const listener = listenTo(socket);
  let rest: Buffer = Buffer.alloc(0);
  let joined = () => {};
  const ready = new Promise<void>((resolve) => {
    joined = resolve;
  });
  socket.onMessage = (payload) => {
    listener.frames += 1;
    listener.bytes += payload.length;
    let data = rest.length === 0 ? payload : Buffer.concat([rest, payload]);
    let newest = -1;
    for (;;) {
      const end = data.indexOf('\r\n');
      if (end < 0) break;
      const kind = data[0];
      if (kind === 0x4d) {
        // MSG <subject> <sid> <bytes>
        const length = Number(data.toString('latin1', data.lastIndexOf(0x20, end) + 1, end));
        const next = end + 2 + length + 2;
        if (data.length < next) break;
        listener.messages += 1;
        newest = newestSeq(data.subarray(end + 2, end + 2 + 200));
        data = data.subarray(next);
        continue;
      }
      const line = data.toString('latin1', 0, end);
      data = data.subarray(end + 2);
      if (line.startsWith('INFO')) {
        const options = '{"verbose":false,"pedantic":false,"lang":"load","version":"1","protocol":1}';
        socket.sendBinary(Buffer.from(`CONNECT ${options}\r\nSUB ${room} 1\r\nPING\r\n`));
      } else if (line === 'PONG') joined();
      else if (line === 'PING') socket.sendBinary(Buffer.from('PONG\r\n'));
      else if (line.startsWith('-ERR')) throw new Error(line);
    }
    rest = Buffer.from(data);
    heard(listener, newest);
  };
  await ready;
}

async function joinNothing(port: number, n: number): Promise<void> {
  listenTo(await LoadSocket.connect({ port, path: '/', from: addressOf(n) }));
}

async function connectAll({
  kind,
  port,
  sockets,
  room,
}: AudienceOrder & { order: 'connect' }): Promise<void> {
  for (let from = 0; from < sockets; from += CONNECTING_AT_ONCE) {
    const joins: Promise<void>[] = [];
    for (let n = from; n < Math.min(sockets, from + CONNECTING_AT_ONCE); n += 1) {
      if (kind === 'saleyard') joins.push(joinSaleyard(port, room, n));
      else if (kind === 'socket.io') joins.push(joinSocketIo(port, n));
      else if (kind === 'nats') joins.push(joinNats(port, room, n));
      else joins.push(joinNothing(port, n));
    }
    await Promise.all(joins);
  }
}

process.on('message', (message: AudienceOrder) => {
  if (message.order === 'connect') {
    void connectAll(message).then(() => report({ report: 'connected' }));
    return;
  }
  awaited = message.seq;
  behind = 0;
  for (const listener of listeners) {
    listener.messages = 0;
    listener.bytes = 0;
    listener.frames = 0;
    if (listener.seq < awaited) behind += 1;
  }
  if (behind === 0) complete();
});
process.on('disconnect', () => process.exit());
