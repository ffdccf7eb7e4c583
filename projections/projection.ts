import type { EventOf, StateOf, StreamKindName } from '@saleyard/domain/streams.ts';
import type { CollectionSpec, DocumentWrite } from '@saleyard/platform/documents/port.ts';
import type { Descriptions } from './lots/descriptions.ts';

/**
 * What happened to one aggregate of a kind between two commits. `id`: as in the name of its stream. Parts of the state
 * that are the same object did not change.
 */
export type Change<Name extends StreamKindName> = {
  id: string;
  before: StateOf<Name>;
  after: StateOf<Name>;
  events: readonly EventOf<Name>[];
  /** Of the last event. */
  revision: number;
} & ('auction' extends Name
  ? {
      /** What the listings of its lots said when they were catalogued. */
      descriptions: Descriptions;
    }
  : unknown) &
  ('account' extends Name
    ? {
        /** The keys by which staff find the account; empty where nobody can open what is sealed. */
        searchKeys: readonly string[];
      }
    : unknown);

/** What happened to a sale. */
export type AuctionChange = Change<'auction'>;

type Named = {
  /** Names its checkpoint, together with the version. */
  name: string;
  /**
   * One more whenever the same events make other documents: the new version is then built beside the old one, and read
   * once it has caught up.
   */
  version: number;
  /**
   * The oldest version whose documents this build can read while it builds its own. Left out, only its own: until that is
   * complete, reads are answered that it is being built.
   */
  readsSince?: number;
  /** What it writes, and nobody else does. */
  collections: readonly CollectionSpec[];
};

/**
 * A read model's making: pure, from what changed to the documents that change with it. The documents depend on
 * the events alone, never on where one commit ended and the next began, so that a rebuild makes the same bytes.
 */
export type Projection = { [Name in StreamKindName]: ProjectionOf<Name> }[StreamKindName];

/** One that is made from streams of this kind. */
export type ProjectionOf<Name extends StreamKindName> = Named & {
  of: Name;
  project(change: Change<Name>): DocumentWrite[];
};

/** The collections of projections, each with the version that this build makes. */
export const collectionsOf = (projections: readonly Projection[]): CollectionSpec[] =>
  projections.flatMap(({ name, version, readsSince, collections }) =>
    collections.map((spec) => ({ ...spec, model: { name, version, readsSince } })),
  );
