/** One line of a benchmark: a measured value beside a peer's, in the same run. */
export type Row = {
  /** The work done, and how much of it at a time. */
  bench: string;
  /** The measured subject. */
  subject: string;
  /** The peer that it is compared with. */
  peer: string;
  value: number;
  /** NaN when the peer was not run; `note` then says why. */
  peerValue: number;
  /** Of both values. */
  unit: string;
  /** value ÷ peerValue. */
  ratio: number;
  /** The target ratio: at least this much, or at most when less is better; null when the row only informs. */
  target: number | null;
  /** True for times and sizes; omitted, more is better. */
  better?: 'less';
  note?: string;
};

/** How latencies are spread: ms at each share of all answers, from the median to nearly all. */
export type Curve = { label: string; points: readonly { share: number; ms: number }[] };

/** The result of a benchmark. */
export type Measured = { rows: Row[]; curves?: Curve[] };

/** Whether a row meets its target. */
export function verdict({ ratio, target, better }: Row): 'met' | 'MISSED' | 'not run' | '' {
  if (target === null) return '';
  if (!Number.isFinite(ratio)) return 'not run';
  const isMet = better === 'less' ? ratio <= target : ratio >= target;
  return isMet ? 'met' : 'MISSED';
}
