/** One line of a benchmark: what was measured, beside what, in the same run. */
export type Row = {
  /** What was done, and how much of it at a time. */
  bench: string;
  /** What was measured. */
  subject: string;
  /** What it is compared to. */
  peer: string;
  value: number;
  peerValue: number;
  /** Of both values. */
  unit: string;
  /** value ÷ peerValue. */
  ratio: number;
  /** The ratio that is asked for; null when the row only informs. */
  target: number | null;
  note?: string;
};
