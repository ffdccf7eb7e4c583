import { type JetStreamClient, type JetStreamManager, NatsError, RetentionPolicy, StorageType } from 'nats';
import type { NatsConnection } from '../bus/nats-connection.ts';
import type { Run } from './nats-heartbeats.ts';

/** Timeout of the store, in ms; after it the outcome is unknown. */
const ANSWER_MS = 1_000;
/** Entries that are asked for, or removed, at a time. */
const AT_ONCE = 64;

/** JetStream's codes: somebody was faster; no such entry; no such bucket. */
const WRONG_REVISION = 10_071;
const NO_MESSAGE = 10_037;
const NO_SUCH_SEQUENCE = 10_043;
const NO_STREAM = 10_059;

/** The holder of a key. `revision` orders the bucket's entries: the later one is the present one. */
export type Entry = { holder: Run; revision: number };

/**
 * Who claimed what: a bucket of JetStream with one entry a key, changed by compare and set. It lives in the server's
 * memory, since what it says is worth nothing once the nodes are silent. All of it rejects when the server can't be
 * asked, and sends nothing later.
 */
export class NatsHolders {
  readonly #connection: NatsConnection;
  readonly #bucket: string;
  readonly #jetStream: JetStreamClient;
  #manager: JetStreamManager | null = null;

  constructor(connection: NatsConnection, group: string) {
    this.#connection = connection;
    this.#bucket = `saleyard-leases-${group}`;
    this.#jetStream = connection.client.jetstream({ timeout: ANSWER_MS });
  }

  /** Makes the bucket if there is none; resolves to an id that distinguishes it from an earlier bucket. */
  async open(): Promise<string> {
    const { streams } = await this.#reached();
    try {
      return (await streams.info(this.#stream)).created;
    } catch (error) {
      if (codeOf(error) !== NO_STREAM) throw error;
    }
    const { created } = await streams.add({
      name: this.#stream,
      subjects: [`${this.#prefix}>`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.Memory,
      max_msgs_per_subject: 1,
    });
    return created;
  }

  /** Every entry. */
  async all(): Promise<Map<string, Entry>> {
    const { streams } = await this.#reached();
    const { state } = await streams.info(this.#stream, { subjects_filter: `${this.#prefix}>` });
    const entries = new Map<string, Entry>();
    await someAtOnce(Object.keys(state.subjects ?? {}), async (subject) => {
      const key = keyOf(subject.slice(this.#prefix.length));
      const entry = await this.get(key);
      if (entry !== null) entries.set(key, entry);
    });
    return entries;
  }

  async get(key: string): Promise<Entry | null> {
    const { streams } = await this.#reached();
    try {
      const { seq, data } = await streams.getMessage(this.#stream, { last_by_subj: this.#subject(key) });
      return { holder: JSON.parse(Buffer.from(data).toString()) as Run, revision: seq };
    } catch (error) {
      if (codeOf(error) === NO_MESSAGE) return null;
      throw error;
    }
  }

  /** Puts an entry in the place of the one of `revision`, 0 for none; null when another is there. */
  async put(key: string, holder: Run, revision: number): Promise<Entry | null> {
    await this.#reached();
    try {
      const { seq } = await this.#jetStream.publish(this.#subject(key), JSON.stringify(holder), {
        expect: { lastSubjectSequence: revision },
      });
      return { holder, revision: seq };
    } catch (error) {
      if (codeOf(error) === WRONG_REVISION) return null;
      throw error;
    }
  }

  /** Takes away the entry of that revision, and no later one. Nothing stays of it. */
  async remove(revision: number): Promise<void> {
    const { streams } = await this.#reached();
    try {
      await streams.deleteMessage(this.#stream, revision, false);
    } catch (error) {
      if (codeOf(error) !== NO_MESSAGE && codeOf(error) !== NO_SUCH_SEQUENCE) throw error;
    }
  }

  async removeAll(revisions: readonly number[]): Promise<void> {
    await someAtOnce(revisions, (revision) => this.remove(revision));
  }

  /** The client keeps what it is given without a connection; a claim must not be made later. */
  async #reached(): Promise<JetStreamManager> {
    this.#manager ??= await this.#connection.client.jetstreamManager({ checkAPI: false, timeout: ANSWER_MS });
    if (!this.#connection.isUp) throw new Error('there is no connection to NATS');
    return this.#manager;
  }

  get #stream(): string {
    return `KV_${this.#bucket}`;
  }

  get #prefix(): string {
    return `$KV.${this.#bucket}.`;
  }

  #subject(key: string): string {
    return this.#prefix + tokenOf(key);
  }
}

async function someAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const workOn = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOn));
}

function codeOf(error: unknown): number | undefined {
  return error instanceof NatsError ? error.api_error?.err_code : undefined;
}

/** Any text as one token of a subject: what is not a letter, a digit, - or _ is written as =XX. */
function tokenOf(key: string): string {
  return Array.from(Buffer.from(key), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9_-]/.test(character) ? character : `=${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

function keyOf(token: string): string {
  return decodeURIComponent(token.replaceAll('=', '%'));
}
