import { setImmediate as turn } from 'node:timers/promises';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq, AppendResp, ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import {
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { newId } from '../../../ids/ids.ts';
import { appended, askOf } from './append-call.ts';
import { FollowCall, type Release, type Sink } from './follow-call.ts';
import { messagesOf } from './read-call.ts';
import { type Refusal, refusal } from './refusal.ts';
import { type Proposed, TransactionFile } from './transaction-file.ts';

const HOST = '127.0.0.1';
const MESSAGE_BYTES = 17 * 1024 * 1024;
/** The real server's `MaxAppendSize` is 1 MB by default; this is the value that the guide recommends. */
const MAX_APPEND_SIZE = 8 * 1024 * 1024;
/** An append that the real server drops is answered only when its write times out. */
const WRITE_TIMEOUT_MS = 2_000;
const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
/** What a real server stores of its own when it begins: a stream and the type of its event. */
const OWN_EVENTS = [
  ['$user-admin', '$UserCreated'],
  ['$users', '$User'],
] as const;
/** What the names of a server's own streams begin with. */
const OWN = '$';

/** A node as the others, and the client, know it. */
export type Node = { address: string; port: number };

type Options = {
  folder: string;
  /** 0, the default: any that is free. */
  port?: number;
  maxAppendSize?: number;
  /** Whose subscriptions it plays; 24.2 unless set, which is alike in all of 24.x. */
  release?: Release;
  /** Events of one page of a subscription that catches up, at most: 32 unless set. */
  pageEvents?: number;
  /** Reads this instead of the machine's clock, in ms since the epoch. */
  now: () => number;
};

/** What a test does to a server. */
export type Faults = {
  /** Runs when a subscription has come, before it is confirmed. */
  beforeConfirmation?: (() => Promise<void> | void) | undefined;
  /** Runs after an append was stored and before it is answered. */
  beforeAnswer?: ((stream: string) => Promise<void> | void) | undefined;
  /** It answers nothing new, as a node that is changing its role. */
  isNotReady?: boolean;
  /** Where gossip says that this node is reached; at its own port unless set. */
  advertised?: Node | undefined;
  /** Another node leads: calls that require the leader are sent there. `none`: no node leads. */
  leader?: Node | 'none' | undefined;
};

/**
 * A stand-in for an EventStoreDB server, for tests: it speaks the real gRPC protocol (the messages are the client's own) as far as
 * this project's log uses it, and keeps to the real server's rules as its source code states them, on one file, on
 * loopback, without TLS or users. It proves that the adapter speaks the protocol and stands faults; that the real
 * server behaves as its source was read, only a run against the real server proves.
 */
export class WireServer {
  readonly faults: Faults = {};
  /** Calls that have come so far. */
  readonly calls = { appends: 0, reads: 0, subscriptions: 0 };
  readonly #options: Options;
  readonly #file: TransactionFile;
  readonly #server = new Server({
    'grpc.max_receive_message_length': MESSAGE_BYTES,
    'grpc.max_send_message_length': MESSAGE_BYTES,
  });
  #port = 0;
  #isBeside = false;

  private constructor(options: Options, file: TransactionFile) {
    this.#options = options;
    this.#file = file;
  }

  static async start(options: Options): Promise<WireServer> {
    const file = new TransactionFile(options.folder, options.now);
    if (file.events.length === 0) {
      for (const [stream, type] of OWN_EVENTS) await file.add(stream, [ownEvent(type)]);
    }
    const server = new WireServer(options, file);
    await server.#listen();
    return server;
  }

  /** Another node that holds the same events at every moment. It is stopped before this one. */
  async startBeside(): Promise<WireServer> {
    const { port: _, ...options } = this.#options;
    const server = new WireServer(options, this.#file);
    server.#isBeside = true;
    await server.#listen();
    return server;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `esdb://${HOST}:${this.#port}?tls=false`;
  }

  get node(): Node {
    return { address: HOST, port: this.#port };
  }

  /** How many events it holds that are not its own. */
  get events(): number {
    return this.#file.events.filter(({ stream }) => !stream.startsWith(OWN)).length;
  }

  /** Cuts every connection and lets go of the file. */
  async stop(): Promise<void> {
    this.#server.forceShutdown();
    this.#file.wake();
    if (!this.#isBeside) await this.#file.close();
  }

  async #listen(): Promise<void> {
    const { StreamsService } = streamsGrpc;
    const { read, append } = StreamsService;
    // Answers to reads are handed over as bytes: an event's are made once.
    const raw = { read: { ...read, responseSerialize: (bytes: Buffer) => bytes }, append };
    this.#server.addService(raw, {
      read: (call: ServerWritableStream<ReadReq, Buffer>) => void this.#read(call),
      append: (call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) =>
        this.#append(call, answer),
    });
    this.#server.addService(
      { read: gossipGrpc.GossipService.read },
      { read: (_: unknown, answer: sendUnaryData<unknown>) => answer(null, this.#members()) },
    );
    const { port = 0 } = this.#options;
    this.#port = await new Promise<number>((resolve, reject) => {
      this.#server.bindAsync(`${HOST}:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      );
    });
  }

  #members(): InstanceType<typeof gossip.ClusterInfo> {
    const { leader, advertised = this.node } = this.faults;
    const nodes = [{ ...advertised, state: leader === undefined ? LEADER : FOLLOWER }];
    if (leader !== undefined && leader !== 'none') nodes.push({ ...leader, state: LEADER });
    const members = nodes.map(({ address, port, state }) =>
      new gossip.MemberInfo()
        .setInstanceId(new shared.UUID().setString(newId()))
        .setState(state)
        .setIsAlive(true)
        .setTimeStamp('0')
        .setHttpEndPoint(new gossip.EndPoint().setAddress(address).setPort(port)),
    );
    return new gossip.ClusterInfo().setMembersList(members);
  }

  /** @throws as a node that does not lead refuses what is for the leader */
  #mustLead(call: { metadata: { get(name: string): unknown[] } }): void {
    const { leader, isNotReady = false } = this.faults;
    if (isNotReady) throw refusal.notReady();
    if (leader === undefined || call.metadata.get('requires-leader')[0] !== 'true') return;
    throw leader === 'none' ? refusal.noLeader() : refusal.notLeader(leader);
  }

  #append(call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>): void {
    this.calls.appends += 1;
    const messages: AppendReq[] = [];
    call.on('data', (message: AppendReq) => messages.push(message));
    call.on('error', () => {});
    call.on('end', async () => {
      try {
        // A call that was cut ends too, and is known to be cut a turn later.
        await turn();
        if (call.cancelled) return;
        this.#mustLead(call);
        const ask = askOf(messages, this.#options.maxAppendSize ?? MAX_APPEND_SIZE);
        const result = await appended(this.#file, ask);
        await this.faults.beforeAnswer?.(ask.stream);
        if (result === 'dropped') setTimeout(() => answer(refusal.timeout()), WRITE_TIMEOUT_MS).unref();
        else answer(null, result);
      } catch (error) {
        answer(error as Refusal);
      }
    });
  }

  async #read(call: ServerWritableStream<ReadReq, Buffer>): Promise<void> {
    const sink = sinkOf(call);
    try {
      this.#mustLead(call);
      const options = call.request.getOptions();
      if (options === undefined) throw refusal.invalid('a read has options');
      this.calls[options.hasSubscription() ? 'subscriptions' : 'reads'] += 1;
      if (options.hasSubscription()) {
        await this.faults.beforeConfirmation?.();
        const { release = '24.2', pageEvents } = this.#options;
        await new FollowCall(this.#file, options, sink, release, pageEvents).run();
      } else {
        for (const message of messagesOf(this.#file, options)) {
          if (sink.isOver) return;
          await sink.write(message);
        }
      }
      call.end();
    } catch (error) {
      if (!sink.isOver) call.emit('error', error);
    }
  }
}

function ownEvent(type: string): Proposed {
  return { id: newId(), type, isJson: true, data: Buffer.from('{}'), metadata: Buffer.alloc(0) };
}

function sinkOf(call: ServerWritableStream<ReadReq, Buffer>): Sink {
  let isOver = false;
  let isSlow = false;
  let end: () => void = () => {};
  const over = new Promise<void>((resolve) => {
    end = () => {
      isOver = true;
      resolve();
    };
  });
  call.on('cancelled', end);
  call.on('close', end);
  call.on('error', end);
  return {
    get isOver() {
      return isOver;
    },
    get isSlow() {
      return isSlow;
    },
    over,
    write(message) {
      if (isOver) return undefined;
      isSlow = !call.write(message);
      if (!isSlow) return undefined;
      return Promise.race([over, new Promise<void>((resolve) => call.once('drain', () => resolve()))]);
    },
  };
}
