import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Readiness } from '@saleyard/gateway/http/http-service.ts';
import type { Config } from '@saleyard/platform/config/config.ts';

/** Where the engine answers which auctions are not closed. */
export const OPEN_AUCTIONS = 'engine.open-auctions';

/** One end of each channel between the thread of the engine and the worker thread. */
export type ThreadPorts = Readonly<Record<'bus' | 'log' | 'logGrown' | 'documents' | 'control', MessagePort>>;

/** What the worker thread is started with. */
export type WorkerOrder = { config: Config; ports: ThreadPorts };

/** What the thread of the engine calls in the worker thread, in this order. */
export type WorkerCalls = {
  /** @throws what opening the stores throws */
  openStores(): Promise<void>;
  startReads(): Promise<void>;
  /** The engine must be open. Answers the port where this thread's operations are. */
  startCommands(): Promise<number>;
  /** @throws Error where something is in the log that was not begun as a demo */
  beginAsDemo(): Promise<void>;
  startDemo(baseUrl: string): Promise<void>;
  ready(): Promise<Readiness>;
  /** In Prometheus's text format. */
  metrics(): Promise<string>;
  stopDemo(): Promise<void>;
  /** Takes no more requests, and ends what was begun here: the engine must still decide. */
  stopRoles(): Promise<void>;
  closeStores(): Promise<void>;
};

/** Both ends of every channel. */
export function threadPorts(): { own: ThreadPorts; theirs: ThreadPorts } {
  const pairs = {
    bus: new MessageChannel(),
    log: new MessageChannel(),
    logGrown: new MessageChannel(),
    documents: new MessageChannel(),
    control: new MessageChannel(),
  };
  const ends = (end: 'port1' | 'port2'): ThreadPorts => ({
    bus: pairs.bus[end],
    log: pairs.log[end],
    logGrown: pairs.logGrown[end],
    documents: pairs.documents[end],
    control: pairs.control[end],
  });
  return { own: ends('port1'), theirs: ends('port2') };
}
