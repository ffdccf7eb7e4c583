import { createHash } from 'node:crypto';
import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { IdempotencyIndex } from '../idempotency-index.ts';
import { decodeState, encodeState, stateHash } from './state-codec.ts';

/** The collection of snapshots. No projection owns it; lost snapshots are made again from the log. */
export const SNAPSHOTS = 'snapshots';

/**
 * The version of the engine that folded a snapshot. Raised whenever `evolve` gives another state for the same events,
 * or the state's shape changes: snapshots of other versions are not used. A test pins the state of a known sale to
 * it.
 */
export const ENGINE_VERSION = 10;

/** Commands per stored part of the idempotency index. Full parts never change, so each is written once. */
const PART_COMMANDS = 8_192;

/** An auction folded up to a revision. */
export type Snapshot = {
  state: AuctionState;
  idempotency: IdempotencyIndex;
  /** Log position of the last event in it. */
  position: number;
  /** Hash of the last event in it; undefined when the log has no hash chain. */
  headHash: string | undefined;
};

type Stored = {
  engine: number;
  revision: number;
  position: number;
  headHash: string | null;
  stateHash: string;
  state: string;
  /** Commands in the index, the number of its full parts, the rest of it, and the hash of all. */
  commands: number;
  fullParts: number;
  rest: string;
  answersHash: string;
};

/** The stored full parts of an idempotency index: how many, and their chained hash. */
export type StoredParts = { count: number; hash: string };

export const NO_PARTS: StoredParts = { count: 0, hash: '' };

const partId = (auction: AuctionId, part: number): string => `${auction}:answers:${part}`;

/** Extends a chained hash, so that nothing is hashed twice. */
const hashAfter = (before: string, bytes: Buffer): string =>
  createHash('sha256').update(before).update(bytes).digest('hex');

/**
 * Stores a snapshot. `known`: full parts of the idempotency index that are stored already (by the snapshot the
 * auction was opened with, or the last one written). Returns those stored now. Its cost does not grow with what was
 * stored before.
 */
export async function saveSnapshot(
  documents: Documents,
  auction: AuctionId,
  snapshot: Snapshot,
  known: StoredParts,
): Promise<StoredParts> {
  const { state, idempotency, position, headHash } = snapshot;
  const fullParts = Math.floor(idempotency.size / PART_COMMANDS);
  // Encoded before the first await: the index keeps growing.
  const parts: string[] = [];
  let { hash } = known;
  for (let part = known.count; part < fullParts; part += 1) {
    const bytes = idempotency.bytes(part * PART_COMMANDS, (part + 1) * PART_COMMANDS);
    hash = hashAfter(hash, bytes);
    parts.push(bytes.toString('base64'));
  }
  const rest = idempotency.bytes(fullParts * PART_COMMANDS);
  const stored: Stored = {
    engine: ENGINE_VERSION,
    revision: state.version - 1,
    position,
    headHash: headHash ?? null,
    stateHash: stateHash(state),
    state: encodeState(state),
    commands: idempotency.size,
    fullParts,
    rest: rest.toString('base64'),
    answersHash: hashAfter(hash, rest),
  };
  for (const [i, entries] of parts.entries()) {
    await documents.upsert(SNAPSHOTS, partId(auction, known.count + i), { entries });
  }
  await documents.upsert(SNAPSHOTS, auction, stored);
  return { count: fullParts, hash };
}

/**
 * The result of reading a snapshot: none, an invalid one (and why), or a valid one with the stored parts of its
 * index.
 */
export type FoundSnapshot =
  | { found: 'none' }
  | { found: 'unusable'; because: string }
  | { found: 'whole'; snapshot: Snapshot; parts: StoredParts };

const unusable = (because: string): FoundSnapshot => ({ found: 'unusable', because });

/** Reads an auction's snapshot and verifies that state and index are what was written. */
export async function findSnapshot(
  documents: Pick<Documents, 'get'>,
  auction: AuctionId,
): Promise<FoundSnapshot> {
  const stored = await documents.get<Stored>(SNAPSHOTS, auction);
  if (stored === undefined) return { found: 'none' };
  if (stored.engine !== ENGINE_VERSION) return unusable(`it is of engine version ${stored.engine}`);
  try {
    const state = decodeState(stored.state);
    if (stateHash(state) !== stored.stateHash) return unusable('its state has another hash');
    if (state.version !== stored.revision + 1) return unusable('its state has another revision');
    const parts: Buffer[] = [];
    let { hash } = NO_PARTS;
    for (let part = 0; part < stored.fullParts; part += 1) {
      const kept = await documents.get<{ entries: string }>(SNAPSHOTS, partId(auction, part));
      if (kept === undefined) return unusable(`part ${part} of its answers is missing`);
      const bytes = Buffer.from(kept.entries, 'base64');
      hash = hashAfter(hash, bytes);
      parts.push(bytes);
    }
    const rest = Buffer.from(stored.rest, 'base64');
    if (hashAfter(hash, rest) !== stored.answersHash) return unusable('its answers have another hash');
    const idempotency = IdempotencyIndex.from(Buffer.concat([...parts, rest]));
    const snapshot = {
      state,
      idempotency,
      position: stored.position,
      headHash: stored.headHash ?? undefined,
    };
    return { found: 'whole', snapshot, parts: { count: stored.fullParts, hash } };
  } catch (error) {
    return unusable(error instanceof Error ? error.message : String(error));
  }
}
