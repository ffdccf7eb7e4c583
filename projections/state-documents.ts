import type { DomainEvent, Refusal } from '@saleyard/domain/decider.ts';
import { type AnyStreamKind, STREAMS, type StreamKind } from '@saleyard/domain/streams.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { Projection, ProjectionOf } from './projection.ts';

const KINDS: readonly (AnyStreamKind & { name: keyof typeof STREAMS })[] = Object.values(STREAMS);

/** Read models that follow from the registry of streams: for the kinds whose states are stored unchanged. */
export const STATE_PROJECTIONS: readonly Projection[] = KINDS.flatMap(({ name, document }) => {
  if (document === undefined) return [];
  const { collection, version } = document;
  const projection = {
    name: collection,
    version,
    collections: [{ name: collection, indexes: [] }],
    of: name,
    project: ({ id, after }) => [{ op: 'put', collection, id, document: after as Record<string, unknown> }],
  } satisfies ProjectionOf<typeof name>;
  return [projection as Projection];
});

/**
 * A stream's state from its read model; without a document, the initial state.
 * @throws TypeError for a kind whose states are not stored unchanged
 */
export async function readState<
  State extends object | null,
  Body,
  Event extends DomainEvent,
  Refused extends Refusal,
>(
  documents: Documents,
  { name, decider, document }: StreamKind<State, Body, Event, Refused>,
  id: string,
): Promise<State> {
  if (document === undefined) throw new TypeError(`no document holds a state of ${name}`);
  return (await documents.get<NonNullable<State>>(document.collection, id)) ?? decider.initial;
}
