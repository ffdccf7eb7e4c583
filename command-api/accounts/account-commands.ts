import type { AccountCommandBody } from '@saleyard/domain/account/commands.ts';
import { type AccountRefusalCode, decideAccount } from '@saleyard/domain/account/decide.ts';
import { ACCOUNT_EVENT_SCHEMA, type AccountEvent } from '@saleyard/domain/account/events.ts';
import { accountStream } from '@saleyard/domain/account/ids.ts';
import { type AccountState, evolveAccount, initialAccount } from '@saleyard/domain/account/state.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { type Actor, type EventLog, type NewEvent, NO_STREAM } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf, newId } from '@saleyard/platform/ids/ids.ts';

/** Times a command is decided again because others changed the account meanwhile. */
const CONFLICT_TRIES = 8;
/** Times an append whose fate is not known is asked for again, `SETTLE_PAUSE_MS` apart. */
const SETTLE_TRIES = 3;
const SETTLE_PAUSE_MS = 200;

/** What became of an account's command. `position`: how far the log must be read to see it. */
export type AccountReply =
  | { outcome: 'done'; account: NonNullable<AccountState>; position: number }
  | { outcome: 'refused'; code: AccountRefusalCode }
  | { outcome: 'full' }
  | { outcome: 'unknown' };

type Parts = { log: EventLog; clock: Clock };

/** Decides a command on the account's stream and stores what it yields, whoever else is at it. */
export async function commandAccount(
  { log, clock }: Parts,
  id: string,
  actor: Actor,
  body: AccountCommandBody,
): Promise<AccountReply> {
  const commandId = newId();
  const stream = accountStream(id);
  for (let tries = 0; tries < CONFLICT_TRIES; tries += 1) {
    let state: AccountState = initialAccount;
    let revision = NO_STREAM;
    let position = -1;
    for await (const batch of log.read(stream)) {
      for (const event of batch) {
        state = evolveAccount(state, event as unknown as AccountEvent);
        ({ revision, position } = event);
      }
    }
    const at = clock.now();
    const decision = decideAccount(state, { at, body });
    if (decision.outcome === 'refused') return decision;
    const meta = { at, commandId, actor, schema: ACCOUNT_EVENT_SCHEMA };
    const events: NewEvent<AccountEvent>[] = decision.events.map((event, index) => ({
      id: eventIdOf(commandId, index),
      ...event,
      meta,
    }));
    const after = decision.events.reduce(evolveAccount, state);
    if (after === null) return { outcome: 'refused', code: 'not-registered' };
    if (events.length === 0) return { outcome: 'done', account: after, position };
    const result = await settled({ log, clock }, stream, revision, events);
    if (result.outcome === 'appended') return { outcome: 'done', account: after, position: result.position };
    if (result.outcome !== 'conflict') return { outcome: result.outcome };
  }
  return { outcome: 'unknown' };
}

async function settled({ log, clock }: Parts, stream: string, revision: number, events: readonly NewEvent[]) {
  for (let tries = 0; ; tries += 1) {
    const result = await log.append(stream, revision, events);
    if (result.outcome !== 'unknown' || tries === SETTLE_TRIES) return result;
    await pause(clock, SETTLE_PAUSE_MS);
  }
}
