import type { EventOf, StateOf, StreamKindName } from '@saleyard/domain/streams.ts';
import type { CollectionSpec, DocumentWrite } from '@saleyard/platform/documents/port.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Descriptions } from './lots/descriptions.ts';

/**
 * The changes of one aggregate between two commits. `id`: as in the name of its stream. Unchanged parts of the state
 * are the same objects.
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
      /** The listings of its lots as they were catalogued. */
      descriptions: Descriptions;
    }
  : unknown) &
  ('account' extends Name
    ? {
        /** The keys by which staff find the account; empty where nothing can be decrypted. */
        searchKeys: readonly string[];
      }
    : unknown);

/** The changes of a sale. */
export type AuctionChange = Change<'auction'>;

type Named = {
  /** Identifies its checkpoint, together with the version. */
  name: string;
  /**
   * Raised whenever the same events produce different documents. The new version is then built beside the old one,
   * and read once it has caught up.
   */
  version: number;
  /**
   * The oldest version whose documents this build can read while it builds its own. Omitted: only its own, and until
   * that is complete, reads are answered that it is being built.
   */
  readsSince?: number;
  /** The collections that it alone writes. */
  collections: readonly CollectionSpec[];
};

/**
 * A pure function from changes to documents. The documents depend on the events only, never on where commits begin
 * and end, so that a rebuild produces the same bytes.
 */
export type Projection = { [Name in StreamKindName]: ProjectionOf<Name> }[StreamKindName] | ProjectionOfKinds;

/** A projection of streams of this kind. */
export type ProjectionOf<Name extends StreamKindName> = Named & {
  of: Name;
  project(change: Change<Name>): DocumentWrite[];
};

/** A change of a stream whose kind is `of`. `recorded`: its events as they are in the log, with their actors. */
export type AnyChange = {
  [Name in StreamKindName]: Change<Name> & { of: Name; recorded: readonly RecordedEvent[] };
}[StreamKindName];

/** A projection of streams of several kinds. */
export type ProjectionOfKinds = Named & {
  of: readonly StreamKindName[];
  project(change: AnyChange): DocumentWrite[];
};

/** The kinds of streams that a projection is made of. */
export const kindsOf = ({ of }: Projection): readonly StreamKindName[] => [of].flat();

/** The collections of projections, each with this build's version. */
export const collectionsOf = (projections: readonly Projection[]): CollectionSpec[] =>
  projections.flatMap(({ name, version, readsSince, collections }) =>
    collections.map((spec) => ({ ...spec, model: { name, version, readsSince } })),
  );
