import type { StormName } from '../plan.ts';
import type { StormSize } from '../scenarios.ts';
import type { BidCounts } from '../verdict/bids-in-log.ts';
import type { FoundFailure } from '../verdict/failures.ts';
import type { CheckedThreshold } from '../verdict/thresholds.ts';
import type { Figures } from './figures.ts';

/** The result of a storm, as in `report.json`. Times in ms unless stated otherwise. */
export type StormReport = {
  name: StormName;
  what: string;
  size: StormSize;
  seed: number;
  /** When k6 began (ISO 8601, UTC), and how long it took with the verdict, in seconds. */
  at: string;
  seconds: number;
  machine: {
    cores: number;
    cpu: string;
    memoryGiB: number;
    node: string;
    k6: string;
    commit: string | null;
    /** Server and clients were kept to cores of their own. */
    apart: boolean;
    /** Processes that wanted a core before the storm began, on average over a minute (0 on Windows). */
    loadBefore: number;
  };
  /** The storm started the server itself, and could watch it. */
  ownServer: boolean;
  /** Nothing was found wrong. */
  right: boolean;
  faults: readonly FoundFailure[];
  audit: {
    number: number;
    proven: boolean;
    events: number;
    headHash: string;
    decidedAgain: number;
    sold: number;
    lots: number;
  };
  bids: BidCounts;
  views: { views: number; lots: number; clients: number };
  thresholds: readonly CheckedThreshold[];
  figures: Figures;
};
