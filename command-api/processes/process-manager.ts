import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { FollowState } from '@saleyard/platform/event-log/follow-state.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { withLease } from '@saleyard/platform/leases/lease-term.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { backlogOf, type EventsOfProcess, processCheckpoint } from './process-backlog.ts';

/** ms before a failed event is retried. */
const RETRY_MS = 1_000;
/** Events after which the checkpoint is written when none had to be handled. */
const CHECKPOINT_EVERY = 500;

/**
 * Handles events of other streams. It may be called again with the same event, after a crash or on another node, so
 * the ids of its commands are derived from the event.
 */
export type ProcessManager<Name extends string = string> = EventsOfProcess<Name> & {
  /** Handles an event. Rejects on failure; it is then called again. */
  act(event: RecordedEvent): Promise<void>;
};

type Parts = {
  log: EventLog;
  documents: Documents;
  clock: Clock;
  /** One node is active, the others stand by. */
  leases: Leases;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Ends it. */
  signal: AbortSignal;
};

/**
 * Runs a process manager from its checkpoint on, one event after another. The checkpoint is written after an event
 * was handled. Resolves after `signal` aborts.
 */
export async function runProcessManager(parts: Parts, manager: ProcessManager): Promise<void> {
  const { leases, clock, signal } = parts;
  while (!signal.aborted) {
    await withLease(leases, clock, `process.${manager.name}`, signal, (term) => follow(parts, manager, term));
  }
}

async function follow(parts: Parts, manager: ProcessManager, term: AbortSignal): Promise<void> {
  const { clock, logger } = parts;
  const state = new FollowState(manager.name, logger);
  while (!term.aborted) {
    try {
      await followOnce(parts, manager, term, state);
    } catch (error) {
      if (term.aborted) return;
      state.failed(error);
      await pause(clock, RETRY_MS, term);
    }
  }
}

async function followOnce(
  { log, documents, clock }: Parts,
  { name, streams, concerns, act }: ProcessManager,
  term: AbortSignal,
  state: FollowState,
): Promise<void> {
  const checkpoint = processCheckpoint(name);
  for await (const event of backlogOf({ log, documents }, name, term)) {
    if (concerns(event, clock.now())) await act(event);
    state.goesOn();
  }
  if (term.aborted) return;
  let written = await documents.checkpoint(checkpoint);
  const write = async (position: number): Promise<void> => {
    if (position <= written) return;
    await documents.commit(checkpoint, position, []);
    written = position;
  };
  let passed = 0;
  for await (const item of log.subscribe({ after: written, streams, signal: term })) {
    state.goesOn();
    if (item.kind === 'caughtUp') {
      await write(item.position);
      continue;
    }
    for (const event of item.events) {
      if (term.aborted) return;
      passed += 1;
      if (concerns(event, clock.now())) await act(event);
      else if (passed < CHECKPOINT_EVERY) continue;
      await write(event.position);
      passed = 0;
    }
  }
}
