import { SHEDDING_LIMITS, type SheddingLimits } from '@saleyard/gateway/shedding/work.ts';

const NEVER = { loopDelayMs: Number.POSITIVE_INFINITY, bidWaitMs: Number.POSITIVE_INFINITY };

/** No work is shed: the benchmark measures how much a server does. */
export const NO_SHEDDING: SheddingLimits = { ...SHEDDING_LIMITS, thresholds: [NEVER, NEVER, NEVER] };
