import { AUCTION_INDEX } from '@saleyard/command-api/engine/auction-index.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { atVersion } from '@saleyard/platform/documents/versioned-documents.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { PROJECTIONS } from '@saleyard/projections/projector.ts';
import { beginKeyRing, keyRingIn } from './key-ring.ts';

/** Where it is kept outside the log which log this marketplace has: a secret, and a document of the read store. */
const RECORD = 'log';
const RECORDS = 'event-log';
/** The interval of notes of the log's position, in ms. Each note is a lower bound. */
export const NOTE_EVERY_MS = 10_000;

/** A log, and a position that it is known to have reached. */
export type KnownLog = { identity: string; position: number };

export type LogStores = { log: EventLog; documents: Documents; secrets: Secrets };

/** The result of comparing the log with the notes about it. */
export type Continuity =
  | { kind: 'continued'; identity: string | undefined; position: number }
  /** Another log, or none; `reached` is how far the right one was known to be. */
  | { kind: 'other-log'; identity: string | undefined; position: number; reached: number }
  /** The right log, without what it had after `position`. */
  | { kind: 'behind'; identity: string; position: number; reached: number }
  /** The log was written with a key ring, and the secrets hold none, or another one. */
  | { kind: 'no-keys' | 'other-keys'; identity: string | undefined; position: number; reached: number }
  /** The right log and keys; the secrets are a copy made when the log had reached `copied`. */
  | { kind: 'old-secrets'; identity: string; position: number; reached: number; copied: number }
  /** The right log; the read models were made from another. */
  | { kind: 'other-read-models'; identity: string; position: number };

/** What the stores are called in messages. */
export type Places = { log: string; read: string; secrets: string };

/** The log is not the one that the rest of the data belongs to. Nothing was changed. */
export class LogNotContinued extends Error {
  constructor(found: Continuity, where: Places) {
    super(sentenceOf(found, where));
    this.name = 'LogNotContinued';
  }
}

const extent = (position: number): string => (position < 0 ? 'is empty' : `ends at position ${position}`);

const WITH_NEW_KEYS =
  'Put those back, or run `saleyard restore --accept-loss` to go on with new keys: what people entered about themselves stays unreadable, and nobody can sign in to an existing account';

function sentenceOf(found: Continuity, { log, read, secrets }: Places): string {
  switch (found.kind) {
    case 'other-log':
      return `the event log in ${log} ${extent(found.position)} and is not the one of this marketplace, which had reached position ${found.reached}. Put that one back, or run \`saleyard restore --accept-loss\` to go on with this one`;
    case 'behind':
      return `the event log in ${log} ${extent(found.position)}, but it had reached position ${found.reached}: what came after is missing. Put a newer copy back, or run \`saleyard restore --accept-loss\` to go on without it`;
    case 'no-keys':
      return `the secrets in ${secrets} hold no keys, and the event log in ${log} was written with some. ${WITH_NEW_KEYS}`;
    case 'other-keys':
      return `the secrets in ${secrets} are not those that the event log in ${log} was written with. ${WITH_NEW_KEYS}`;
    case 'old-secrets':
      return `the secrets in ${secrets} are an older copy, ${found.copied < 0 ? 'made before the log had anything' : `of when the log had reached position ${found.copied}`}: the log was used with newer ones up to position ${found.reached}. Put the newest copy back, or run \`saleyard restore --accept-loss\` to go on with these: people who registered since can't sign in, and what they entered about themselves stays unreadable`;
    case 'other-read-models':
      return `the read models in ${read} were made from another event log than the one in ${log}. Run \`saleyard rebuild\` to make them again`;
    default:
      return `the event log in ${log} is the one of this marketplace and ${extent(found.position)}`;
  }
}

function parsed(text: string | undefined): KnownLog | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as KnownLog);
}

/** How far the read models, and the engine's index, show that the log was. −1: they show nothing. */
async function shownBy(documents: Documents): Promise<number> {
  const index = await documents.get<{ position: number }>(AUCTION_INDEX.collection, AUCTION_INDEX.id);
  const checkpoints = PROJECTIONS.flatMap(({ name, version }) =>
    Array.from({ length: version }, (_, n) => documents.checkpoint(atVersion(name, n + 1))),
  );
  return Math.max(index?.position ?? -1, ...(await Promise.all(checkpoints)));
}

/** Whether anything is in the log. Its last position does not say so: a log server has events of its own. */
export async function holdsEvents(log: EventLog): Promise<boolean> {
  for await (const item of log.subscribe()) return item.kind === 'events';
  return false;
}

/**
 * What is wrong with the keys, if anything is. A log of an earlier version names no key ring: any will do, if there is
 * one.
 */
async function keysOf({ log, secrets }: LogStores): Promise<'no-keys' | 'other-keys' | undefined> {
  // The log first: another process that starts at the same moment makes the keys before it names them in the log.
  const named = await log.keyRing();
  const isInUse = named !== undefined || (await holdsEvents(log));
  const present = await keyRingIn(secrets);
  if (present === undefined) return isInUse ? 'no-keys' : undefined;
  return named === undefined || named === present ? undefined : 'other-keys';
}

/** Compares the log with what is kept outside it. Changes nothing. @throws SecretDamaged */
export async function continuityOf(stores: LogStores): Promise<Continuity> {
  const found = await placeOf(stores);
  if (found.kind === 'other-log' || found.kind === 'behind') return found;
  const keys = await keysOf(stores);
  if (keys === undefined) return found;
  return { kind: keys, identity: found.identity, position: found.position, reached: found.position };
}

/** Whether the log is the one that was noted, and as long. */
async function placeOf({ log, documents, secrets }: LogStores): Promise<Continuity> {
  // In the opposite order of noting, and before the log: each may grow meanwhile, and never shrinks.
  const read = await documents.get<KnownLog>(RECORDS, RECORD);
  const kept = parsed(await secrets.get(RECORD));
  const shown = Math.max(read?.position ?? -1, await shownBy(documents));
  const identity = await log.identity();
  const position = await log.lastPosition();
  const known = kept ?? read;
  const reached = Math.max(known?.position ?? -1, shown);
  // A log of a version that gave none has none, and nothing was noted of it.
  if (identity === undefined && known === undefined) {
    if (reached > position) return { kind: 'other-log', identity, position, reached };
    return { kind: 'continued', identity, position };
  }
  if (identity === undefined || (known !== undefined && known.identity !== identity))
    return { kind: 'other-log', identity, position, reached };
  if (kept !== undefined && kept.position > position) return { kind: 'behind', identity, position, reached };
  if (read !== undefined && read.identity !== identity)
    return { kind: 'other-read-models', identity, position };
  if (reached > position) return { kind: 'behind', identity, position, reached };
  const copied = kept?.position ?? -1;
  if (read !== undefined && copied < read.position)
    return { kind: 'old-secrets', identity, position, reached: read.position, copied };
  return { kind: 'continued', identity, position };
}

/**
 * Makes sure that the log is the one that the rest of the data belongs to, and that nothing of it is missing.
 * `mayReplaceReadModels`: they are about to be made again.
 * @throws LogNotContinued, SecretDamaged
 */
export async function continueLog(
  stores: LogStores,
  where: Places,
  { mayReplaceReadModels = false }: { mayReplaceReadModels?: boolean } = {},
): Promise<Continuity> {
  const found = await continuityOf(stores);
  const isAllowed = mayReplaceReadModels && found.kind === 'other-read-models';
  if (found.kind !== 'continued' && !isAllowed) throw new LogNotContinued(found, where);
  return found;
}

/**
 * Notes, in the secrets and then in the read store, which log this is and how far it is: secrets that are behind the
 * read store are an older copy. A new log gets its identity and names its key ring; so does, once, a log of an earlier
 * version.
 */
export async function noteLog({ log, documents, secrets }: LogStores): Promise<KnownLog> {
  const identity = (await log.identity()) ?? (await log.identify(newId(), undefined));
  if ((await log.keyRing()) === undefined) await log.nameKeyRing(await beginKeyRing(secrets), undefined);
  const known = { identity, position: await log.lastPosition() };
  // Another process may note an earlier position at the same moment; the later one must stay in the secrets.
  for (let kept: KnownLog | undefined; kept === undefined || kept.position < known.position; ) {
    await secrets.put(RECORD, JSON.stringify(known));
    await documents.upsert(RECORDS, RECORD, known);
    kept = parsed(await secrets.get(RECORD));
  }
  return known;
}

/**
 * Gives the log an identity of its own, and the keys that are there: it goes on without what the one before had, and
 * is another from here on.
 */
export async function beginAnotherLog({ log, secrets }: Pick<LogStores, 'log' | 'secrets'>): Promise<void> {
  await log.identify(newId(), await log.identity());
  await log.nameKeyRing(await beginKeyRing(secrets), await log.keyRing());
}

type Noting = { clock: Clock; logger: Pick<Logger, 'warn'> };

/**
 * Notes how far the log is, now, every now and then, and when what it answers is called. What can't be noted, for want
 * of space say, is logged: the bound then stays lower than it could be.
 */
export async function keepNoting(stores: LogStores, { clock, logger }: Noting): Promise<() => Promise<void>> {
  let last: number | undefined;
  let writing: Promise<void> = Promise.resolve();
  let cancel = (): void => {};
  let stopped = false;
  const note = async (): Promise<void> => {
    try {
      if (last === undefined || (await stores.log.lastPosition()) > last)
        last = (await noteLog(stores)).position;
    } catch (error) {
      logger.warn({ err: error }, 'how far the log is cannot be noted');
    }
  };
  const later = (): void => {
    cancel = clock.after(NOTE_EVERY_MS, () => {
      writing = note().then(() => {
        if (!stopped) later();
      });
    });
  };
  await note();
  later();
  return async () => {
    stopped = true;
    cancel();
    await writing;
    await note();
  };
}
