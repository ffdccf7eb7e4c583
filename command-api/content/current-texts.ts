import { setSupportPhone } from '@saleyard/contract/support-phone.ts';
import { type MustAccept, TEXT, type TextState, versionOf } from '@saleyard/domain/content/text.ts';
import { type ContactDetails, contactsOf } from '@saleyard/domain/content/text-parts.ts';
import { textInForce } from '@saleyard/domain/content/texts.ts';
import { type EventOf, idOf, STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { LogFollower } from '../accounts/log-follower.ts';

const KIND = STREAMS.text;

/** The texts that decide or are named outside their own pages. */
const FOLLOWED = ['terms', 'contacts'] as const;
type Followed = (typeof FOLLOWED)[number];

/** The terms in force. `mustAccept`: the last version that everyone must accept to bid; null: there was none. */
export type TermsInForce = { version: string; mustAccept: MustAccept | null };

/** The terms and the contacts in force, a few ms behind the log. Keeps the process's support phone too. */
export class CurrentTexts {
  readonly #kept = new Map<Followed, { state: TextState; revision: number }>();
  readonly #follower: LogFollower;
  #isLoaded = false;

  constructor({ log, clock, logger }: { log: EventLog; clock: Clock; logger: Logger }) {
    this.#follower = new LogFollower({
      log,
      clock,
      logger,
      streams: [TEXT],
      onEvent: (event) => this.#take(event),
      // What is read here is at least as new as the position to follow from.
      after: async () => {
        const position = await log.lastPosition();
        for (const id of FOLLOWED)
          for await (const [last] of log.read(streamOf(KIND, id), { direction: 'backwards', limit: 1 }))
            if (last !== undefined) this.#take(last);
        this.#keepPhone();
        this.#isLoaded = true;
        return position;
      },
    });
  }

  /** Resolves when they are known. */
  ready(): Promise<void> {
    return this.#follower.ready();
  }

  /** Resolves true once they include the log up to `position`, false after `timeoutMs`. */
  reached(position: number, timeoutMs: number): Promise<boolean> {
    return this.#follower.reached(position, timeoutMs);
  }

  /** The last terms that everyone must accept to bid; null: none; undefined while the log is first read. */
  get mustAccept(): MustAccept | null | undefined {
    return this.#isLoaded ? (this.#stateOf('terms')?.mustAccept ?? null) : undefined;
  }

  async terms(): Promise<TermsInForce> {
    await this.ready();
    const state = this.#stateOf('terms');
    return { version: String(versionOf(state)), mustAccept: state?.mustAccept ?? null };
  }

  /** The contacts in force; the shipped ones while the log is first read. */
  get contacts(): ContactDetails {
    return contactsOf(textInForce('contacts', this.#stateOf('contacts')));
  }

  stop(): Promise<void> {
    return this.#follower.stop();
  }

  #stateOf(id: Followed): TextState {
    return this.#kept.get(id)?.state ?? null;
  }

  #take(event: RecordedEvent): void {
    const id = FOLLOWED.find((one) => one === idOf(KIND, event.stream));
    const kept = id && this.#kept.get(id);
    if (id === undefined || event.revision <= (kept?.revision ?? -1)) return;
    const state = KIND.decider.evolve(kept?.state ?? null, event as RecordedEvent<EventOf<'text'>>);
    this.#kept.set(id, { state, revision: event.revision });
    if (id === 'contacts') this.#keepPhone();
  }

  #keepPhone(): void {
    setSupportPhone(this.contacts.callPhone);
  }
}
