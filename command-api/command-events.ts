import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';

/**
 * Events per read when answering a repeated command: few commands have more. After a node restarts, hundreds of
 * commands are repeated at once, and reading full batches for each would block other work.
 */
const GROUP_EVENTS = 8;

/** The events of the command whose first event is at `revision` of the stream; they were appended together. */
export async function commandEventsAt(
  log: EventLog,
  stream: string,
  revision: number,
): Promise<RecordedEvent[]> {
  const group: RecordedEvent[] = [];
  for (let from = revision; ; from += GROUP_EVENTS) {
    let read = 0;
    for await (const events of log.read(stream, { from, limit: GROUP_EVENTS })) {
      read += events.length;
      for (const event of events) {
        if (group[0] !== undefined && event.meta.commandId !== group[0].meta.commandId) return group;
        group.push(event);
      }
    }
    if (read < GROUP_EVENTS) return group;
  }
}
