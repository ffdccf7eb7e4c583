import type { Mutant } from './mutant.ts';

const MAILBOX = 'command-api/engine/mailbox.ts';

/** Every planted bug. A passage that is no longer in its module fails loudly: the mutant then has to be written again. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'answer before append',
    what: 'a bid is answered when it is decided, before it is on disk',
    module: MAILBOX,
    find: '    const result = await appendUntilKnown(',
    replace: `    batch.answerDecided(batch.events.map((_, i) => ({ revision: batch.expected + 1 + i, position: 0 })) as never);
    const result = await appendUntilKnown(`,
    seed: 1,
    breaks: ['acknowledged'],
  },
  {
    name: 'skipped revision check',
    what: 'an append expects any revision that the stream is at',
    module: 'command-api/append-until-known.ts',
    find: 'return await log.append(stream, batch.expected, batch.events);',
    replace: 'return await log.append(stream, await log.lastRevision(stream), batch.events);',
    seed: 11,
    breaks: [
      'exactly once',
      'decided again',
      'leader',
      'acknowledged',
      'engine state',
      'live state',
      'price',
      'deadline',
      'time',
      'extension',
    ],
  },
  {
    name: 'deadline by the wrong clock',
    what: "a bid's time is that of the monotonic clock, so that it is never late",
    module: MAILBOX,
    find: 'else this.#decide(waiting, this.#now());',
    replace: 'else this.#decide(waiting, waiting.own ? this.#now() : this.#node.clock.monotonic());',
    seed: 1,
    breaks: ['time'],
  },
  {
    name: 'dropped idempotency',
    what: 'a command that is in the log already is decided again',
    module: MAILBOX,
    find: 'const stored = waiting.isNew ? [] : this.#stored.find(firstEventId);',
    replace: 'const stored: readonly number[] = [];',
    seed: 1,
    breaks: ['exactly once'],
  },
  {
    name: 'tie reversed',
    what: 'of two equal maxima the later leads',
    module: 'domain/auction/bidding.ts',
    find: '  if (maxCents > against) {',
    replace: '  if (maxCents >= against) {',
    seed: 9,
    breaks: ['leader'],
  },
  {
    name: 'extension by a refused bid',
    what: 'a refused bid moves the deadline of its lot',
    module: 'domain/auction/evolve.ts',
    find: `    case 'BidRefused': {
      const { command } = event.data;`,
    replace: `    case 'BidRefused': {
      const { command } = event.data;
      const index = state.lotIndex.get(command.lot);
      const lot = index === undefined ? undefined : edit.lot(index);
      if (lot?.phase === 'live' && lot.finishAt !== null) {
        lot.finishAt += 1_000;
        edit.deadlineChanged(lot.index);
      }`,
    seed: 1,
    breaks: ['extension'],
  },
  {
    name: 'conflation drops the last update',
    what: 'what happens within a flush after another is never flushed',
    module: 'gateway/socket/flush-timer.ts',
    find: 'if (wait > 0) this.#cancel = clock.after(wait, () => this.#begin(SLICE_MS));',
    replace: 'if (wait > 0) this.#asked = false;',
    seed: 9,
    breaks: ['converged', 'a view keeps up'],
  },
  {
    name: 'resume off by one',
    what: 'a client that resumes does not get what changed first after what it has seen',
    module: 'gateway/live/auction-view.ts',
    find: '.filter(({ changedAt }) => changedAt > since)',
    replace: '.filter(({ changedAt }) => changedAt > since + 1)',
    seed: 16,
    breaks: ['no gap in a view', 'converged', 'a view keeps up'],
  },
  {
    name: 'lost messages never read',
    what: 'a live view that has begun does not ask the log for what it missed',
    module: 'gateway/live/catch-up-subscription.ts',
    find: '    this.#cancelRetry();\n    const reading: Phase',
    replace:
      "    if (phase.kind === 'current') return Promise.resolve(true);\n    this.#cancelRetry();\n    const reading: Phase",
    seed: 18,
    breaks: ['converged', 'a view keeps up'],
  },
  {
    name: 'gap passed over',
    what: 'the live view takes a later event for the next one',
    module: 'gateway/live/catch-up-subscription.ts',
    find: "if (event.revision === this.#revision + 1 && this.#phase.kind === 'current') this.#take(event, 'bus');",
    replace: "if (this.#phase.kind === 'current') this.#take(event, 'bus');",
    seed: 32,
    breaks: ['no gap in a view'],
  },
  {
    name: 'snapshot off by one',
    what: 'an auction opened from its snapshot misses the first event after it',
    module: 'command-api/engine/opening.ts',
    find: 'position: event.position }, last + 1',
    replace: 'position: event.position }, last + 2',
    seed: 1,
    breaks: ['snapshot', 'live state', 'decided again'],
  },
  {
    name: 'stale owner goes on',
    what: 'a node whose append was refused answers as if it had been taken',
    module: MAILBOX,
    find: `      case 'conflict':
        return this.#lostRace(batch);`,
    replace: `      case 'conflict':
        batch.answerDecided(batch.events.map((_, i) => ({ revision: batch.expected + 1 + i, position: 0 })) as never);
        return this.#lostRace(batch);`,
    seed: 48,
    breaks: ['acknowledged'],
  },
  {
    name: 'unknown answered as failure',
    what: 'an append of unknown outcome is answered as surely not done',
    module: MAILBOX,
    find: `        this.#gaveUp = true;
        batch.answerAll({ outcome: 'unknown' });`,
    replace: `        this.#gaveUp = true;
        batch.answerAll(this.#unavailable());`,
    seed: 92,
    breaks: ['surely not done'],
  },
  {
    name: 'clock jump believed',
    what: 'a node believes a clock that has jumped with the log server at once',
    module: 'command-api/engine/log-clock.ts',
    find: 'this.#doubtUntil = clock.monotonic() + limits.clockJumpMs;',
    replace: 'this.#doubtUntil = Number.NEGATIVE_INFINITY;',
    seed: 1,
    breaks: ['time', 'goes on', 'outage', 'deadline'],
  },
  {
    name: 'outage unnoticed',
    what: 'lots close in an outage, while nobody could bid',
    module: 'command-api/engine/outage.ts',
    find: 'return now - since > graceMs ? since : null;',
    replace: 'return null;',
    seed: 36,
    breaks: ['outage'],
  },
  {
    name: 'floor bid taken back too late',
    what: 'a floor bid can be taken back after somebody else has bid',
    module: 'domain/auction/evolve.ts',
    find: '      else delete lot.floorBids;',
    replace: '',
    seed: 1,
    breaks: ['leader', 'price', 'engine state'],
  },
];
