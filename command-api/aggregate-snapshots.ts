import { hash } from 'node:crypto';
import type { AnyStreamKind } from '@saleyard/domain/streams.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { canonicalJson } from '@saleyard/platform/event-log/canonical-json.ts';
import type { HeldAggregate } from './held-aggregate.ts';
import { IdempotencyIndex } from './idempotency-index.ts';

/** The collection of snapshots, by stream. No projection owns it; lost snapshots are made again from the log. */
export const AGGREGATE_SNAPSHOTS = 'aggregate-snapshots';

/** The members of a kind that determine which states its events fold to. */
type Folding = Pick<AnyStreamKind, 'foldVersion' | 'schemas'>;

/**
 * `fold`: of the kind, when the snapshot was made; snapshots of another are not used. `headId`: of the last event in
 * it. `state`: JSON. `commands`: the idempotency index, base64. `digest`: of all other members.
 */
type Stored = {
  fold: string;
  revision: number;
  position: number;
  lastAt: number;
  headId: string | null;
  state: string;
  commands: string;
  digest: string;
};

/** Changes with `foldVersion`, with a new event type, and with a new version of an event's shape. */
const foldOf = ({ foldVersion, schemas }: Folding): string =>
  hash('sha256', canonicalJson({ foldVersion, schemas }));

const digestOf = ({ fold, revision, position, lastAt, headId, state, commands }: Omit<Stored, 'digest'>) =>
  hash('sha256', [fold, revision, position, lastAt, headId, commands, state].join('\n'));

/** Stores the aggregate as it is at the time of the call. */
export async function saveAggregateSnapshot(
  documents: Documents,
  kind: Folding,
  stream: string,
  { state, revision, position, lastAt, headId, commands }: HeldAggregate<unknown>,
): Promise<void> {
  const whole = {
    fold: foldOf(kind),
    revision,
    position,
    lastAt,
    headId,
    state: JSON.stringify(state),
    commands: commands.bytes().toString('base64'),
  };
  await documents.upsert(AGGREGATE_SNAPSHOTS, stream, { ...whole, digest: digestOf(whole) });
}

/**
 * The stream's snapshot; undefined when there is none of this fold. Whether the log holds the stream that it was folded
 * from is checked by the caller.
 * @throws Error for one that is damaged; DocumentsUnavailable
 */
export async function findAggregateSnapshot<State>(
  documents: Documents,
  kind: Folding,
  stream: string,
): Promise<HeldAggregate<State> | undefined> {
  const stored = await documents.get<Stored>(AGGREGATE_SNAPSHOTS, stream);
  if (stored === undefined || stored.fold !== foldOf(kind)) return undefined;
  const { digest, revision, position, lastAt, headId, state, commands } = stored;
  if (digestOf(stored) !== digest) throw new Error('it is not what was written');
  return {
    state: JSON.parse(state) as State,
    revision,
    position,
    lastAt,
    headId,
    commands: IdempotencyIndex.from(Buffer.from(commands, 'base64')),
  };
}
