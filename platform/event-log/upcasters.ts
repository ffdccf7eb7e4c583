import type { AppendedEvent } from './port.ts';

/** Lifts one event type's data from one schema version to the next. Pure; never changes what it is given. */
export type Upcast = (data: unknown) => unknown;

/** Per event type: the lift from schema version n to n + 1, under n. Versions follow each other without gaps. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcast>>>>;

/** The event in the newest shape its upcasters reach; itself when there is nothing to lift. */
export function lifted<E extends AppendedEvent>(event: E, upcasters: Upcasters): E {
  const lifts = upcasters[event.type];
  let schema = event.meta.schema;
  let lift = lifts?.[schema];
  if (lift === undefined) return event;
  let data = event.data;
  while (lift !== undefined) {
    data = lift(data);
    schema += 1;
    lift = lifts?.[schema];
  }
  return { ...event, data, meta: { ...event.meta, schema } };
}
