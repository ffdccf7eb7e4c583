import type { Readiness } from '@saleyard/gateway/http/http-service.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { withTimeout } from '@saleyard/platform/clock/with-timeout.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';

/** ms a part has to show that it is there; beyond, it counts as away. */
const CHECK_MS = 1_000;
/** ms for which an answer is cached: several forwarders check at about the same time. */
const ANSWER_KEPT_MS = 250;

/** Resolves or answers true when the part is there. */
type Check = () => boolean | Promise<unknown>;

/** The dependencies of a process, by the name that operators see when one is unavailable. */
export type Checks = Readonly<Record<string, Check>>;

/** Streams that a note names; of more it says how many. */
const NAMED_STREAMS = 10;

/** Names the streams that the log set aside as damaged; undefined when there are none. */
export function damageNote(log: Pick<EventLog, 'setAside'>): string | undefined {
  const damaged = log.setAside();
  if (damaged.length === 0) return undefined;
  const named = damaged
    .slice(0, NAMED_STREAMS)
    .map(({ stream, revision }) => `${stream} from event ${revision}`);
  const more = damaged.length > named.length ? ` and ${damaged.length - named.length} more` : '';
  return `set aside as damaged: ${named.join(', ')}${more}; run saleyard check`;
}

/** Whether all of `checks` hold; `why` names those that do not. `note` is passed on. */
export function readiness(
  checks: Checks,
  clock: Clock,
  note: () => string | undefined = () => undefined,
): () => Promise<Readiness> {
  let last: { at: number; answer: Promise<Readiness> } | undefined;
  const check = async (): Promise<Readiness> => {
    const found = await Promise.all(
      Object.entries(checks).map(async ([name, holds]) => ((await held(holds, clock)) ? [] : [name])),
    );
    const away = found.flat();
    const said = note();
    return {
      ...(away.length === 0 ? { ready: true } : { ready: false, why: away.join(', ') }),
      ...(said !== undefined && { note: said }),
    };
  };
  return () => {
    const now = clock.monotonic();
    if (last === undefined || now - last.at > ANSWER_KEPT_MS) last = { at: now, answer: check() };
    return last.answer;
  };
}

async function held(holds: Check, clock: Clock): Promise<boolean> {
  try {
    return (await withTimeout(clock, CHECK_MS, Promise.resolve(holds()))) !== false;
  } catch {
    return false;
  }
}

type OwnEngines = { log: EventLog; bus: Bus; hasSpace(): boolean };

/** The engines of this thread: each is asked for something small. The bus is there when a message goes round. */
export function ownChecks({ log, bus, hasSpace }: OwnEngines, node: string): Checks {
  const round = `round.${node}`;
  bus.serve(round, async () => true);
  return {
    full: hasSpace,
    log: () => log.lastPosition(),
    bus: () => bus.request(round, null, { timeoutMs: CHECK_MS }),
  };
}

/** The engines that a role uses. */
export const engineChecks = (engines: OwnEngines & { documents: Documents }, node: string): Checks => ({
  ...ownChecks(engines, node),
  documents: () => engines.documents.checkpoint('readiness'),
});
