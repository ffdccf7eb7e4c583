import { fullName } from '@saleyard/domain/account/profile.ts';
import { type EventOf, STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import type { Actor, EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { AccountDirectory } from './accounts/account-directory.ts';

type Directory = Pick<AccountDirectory, 'personOf'>;

/** At most `limit` events of a stream, the newest first. `from`: the revision of the first one; default: the last. */
export async function newestEvents<Kind extends keyof typeof STREAMS>(
  log: EventLog,
  kind: Kind,
  id: string,
  { limit, from }: { limit: number; from?: number | undefined },
): Promise<RecordedEvent<EventOf<Kind>>[]> {
  const found: RecordedEvent[] = [];
  const read = { direction: 'backwards', limit, ...(from !== undefined && { from }) } as const;
  for await (const events of log.read(streamOf(STREAMS[kind], id), read)) found.push(...events);
  return found as RecordedEvent<EventOf<Kind>>[];
}

/** An actor's full name; '' of the system, and of a person who was forgotten. */
export const actorName = async (directory: Directory, { kind, id }: Actor): Promise<string> =>
  kind === 'system' ? '' : fullName(await directory.personOf(id));

/** Full names of actors, each looked up once. */
export function actorNames(directory: Directory): (actor: Actor) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (actor) => {
    const name = known.get(actor.id) ?? actorName(directory, actor);
    known.set(actor.id, name);
    return name;
  };
}
