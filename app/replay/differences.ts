import type { ScriptDecision, ScriptLot, ScriptRun } from '@saleyard/domain/auction/script-run.ts';

/** The differences between two runs of the same commands; empty lists when there are none. */
export type Differences = {
  decisions: { command: number; was: ScriptDecision; would: ScriptDecision }[];
  lots: { lot: string; was: ScriptLot; would: ScriptLot }[];
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Compares two runs of the same script, decision by decision and lot by lot. */
export function differences(was: ScriptRun, would: ScriptRun): Differences {
  const decisions = was.decisions.flatMap((before, command) => {
    const after = would.decisions[command];
    return after === undefined || same(before, after) ? [] : [{ command, was: before, would: after }];
  });
  const lots = was.lots.flatMap((before, place) => {
    const after = would.lots[place];
    return after === undefined || same(before, after) ? [] : [{ lot: before.lot, was: before, would: after }];
  });
  return { decisions, lots };
}
