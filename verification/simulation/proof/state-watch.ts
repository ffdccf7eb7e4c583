import { auditAuction } from '@saleyard/app/audit/audit.ts';
import { ENGINE_LIMITS } from '@saleyard/command-api/engine/limits.ts';
import { openAuction } from '@saleyard/command-api/engine/opening.ts';
import { findSnapshot } from '@saleyard/command-api/engine/snapshot.ts';
import { stateHash } from '@saleyard/command-api/engine/state-codec.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { EngineNode } from '../nodes/engine-node.ts';
import type { LogChecker } from './log-checker.ts';
import type { Verdict } from './verdict.ts';

type Parts = { verdict: Verdict; checker: LogChecker; log: EventLog; documents: Documents; clock: Clock };

/** Compares the nodes' states and snapshots with the state folded from the log. */
export class StateWatch {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A node's state of an auction equals the fold of the log's events up to its revision. */
  compare(engines: readonly EngineNode[]): void {
    const { verdict, checker } = this.#parts;
    for (const { host, machine } of engines) {
      if (host === null) continue;
      for (const auction of checker.auctions) {
        const loaded = host.stateOf(auction);
        if (loaded === undefined || loaded.version === 0) continue;
        const folded = checker.stateOf(auction, loaded.version - 1);
        verdict.must(
          folded !== undefined && stateHash(loaded) === stateHash(folded),
          'live state',
          () => `${machine.name} holds ${auction} at ${loaded.version - 1} other than the log folds to`,
        );
      }
    }
  }

  /** Each auction opened from its snapshot and what came after it is the auction, and the audit proves it. */
  async reopen(): Promise<void> {
    const { verdict, checker, log, documents, clock } = this.#parts;
    for (const auction of checker.auctions) {
      const folded = checker.stateOf(auction);
      const { loaded } = await openAuction(
        { log, documents, clock, limits: ENGINE_LIMITS, logger: undefined },
        auction,
      );
      verdict.must(
        folded !== undefined && stateHash(loaded.state) === stateHash(folded),
        'snapshot',
        () => `${auction} opened from its snapshot and the tail is not what the log folds to`,
      );
      const commands = new Set(checker.eventsOf(auction).map(({ meta }) => meta.commandId)).size;
      verdict.must(
        loaded.idempotency.size === commands,
        'snapshot',
        () => `${auction} opened from its snapshot has ${loaded.idempotency.size} commands of ${commands}`,
      );
      const report = await auditAuction({
        log,
        snapshot: await findSnapshot(documents, auction),
        auctionId: auction,
      });
      verdict.must(report.proven, 'audit', () => `${auction}: ${report.difference?.what}`);
    }
  }
}
