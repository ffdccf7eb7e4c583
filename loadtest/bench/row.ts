/** One line of a benchmark: what was measured, beside what, in the same run. */
export type Row = {
  /** What was done, and how much of it at a time. */
  bench: string;
  /** What was measured. */
  subject: string;
  /** What it is compared to. */
  peer: string;
  value: number;
  /** NaN when the peer was not run; `note` then says why. */
  peerValue: number;
  /** Of both values. */
  unit: string;
  /** value ÷ peerValue. */
  ratio: number;
  /** The ratio that is asked for: at least so much, or at most when less is better; null when the row only informs. */
  target: number | null;
  /** Said of times and sizes; left out, more is better. */
  better?: 'less';
  note?: string;
};

/** How latencies are spread: ms at each share of all answers, from the median to nearly all. */
export type Curve = { label: string; points: readonly { share: number; ms: number }[] };

/** What a benchmark found. */
export type Measured = { rows: Row[]; curves?: Curve[] };

/** Whether a row meets what is asked for. */
export function verdict({ ratio, target, better }: Row): 'met' | 'MISSED' | 'not run' | '' {
  if (target === null) return '';
  if (!Number.isFinite(ratio)) return 'not run';
  const isMet = better === 'less' ? ratio <= target : ratio >= target;
  return isMet ? 'met' : 'MISSED';
}
