import { quantile } from '../../bench/statistics.ts';
import type { ProcessSample } from '../process-watch.ts';
import type { Journal } from '../read-journal.ts';
import type { LoggedBid } from '../verdict/bids-in-log.ts';
import type { Stormed } from '../verdict/check.ts';
import type { Lag } from '../verdict/thresholds.ts';

/** A value over time: seconds since k6 began, and the value. */
export type Series = { label: string; points: readonly (readonly [seconds: number, value: number])[] };

/** The measurements, over time and in total. Latencies in ms, rates per second, memory in MiB. */
export type Figures = {
  seconds: number;
  throughput: readonly Series[];
  answerMs: readonly Series[];
  lagMs: readonly Series[];
  pageMs: readonly Series[];
  resumeMs: readonly Series[];
  sockets: readonly Series[];
  cores: readonly Series[];
  memoryMiB: readonly Series[];
  /** Bids by answer, the most frequent first. */
  answers: readonly { kind: string; count: number }[];
  /** The busiest second. */
  peakBidsPerSecond: number;
  lag: Lag | null;
  answer: Spread | null;
  page: Spread | null;
  resume: Spread | null;
  /** The most that server and clients used, in cores and MiB. */
  most: { serverCores: number | null; clientCores: number | null; serverMiB: number | null };
};

export type Spread = { count: number; p50: number; p95: number; p99: number; max: number };

/** Points of a series at most; a longer storm has wider steps. */
const POINTS = 240;

export type Measured = {
  journal: Journal;
  logged: readonly LoggedBid[];
  stormed: Pick<Stormed, 'clock'>;
  /** When k6 began, ms. */
  began: number;
  watches: Readonly<Record<string, { samples: readonly ProcessSample[] }>>;
};

/** Turns what clients wrote down and the log holds into figures. */
export function makeFigures({ journal, logged, stormed, began, watches }: Measured): Figures {
  const ends = [
    ...journal.bids.map(({ answeredAt }) => answeredAt),
    ...journal.sockets.map(({ at }) => at),
    ...journal.pages.map(({ at, ms }) => at + ms),
  ];
  const seconds = Math.max(
    1,
    Math.ceil((ends.reduce((last, at) => Math.max(last, at), began) - began) / 1_000),
  );
  const time = new Time(began, seconds);

  const answered = journal.bids.filter(({ by }) => by === 'bid');
  const answers = answered.map(({ answeredAt, sentAt }) => [answeredAt, answeredAt - sentAt] as const);
  const lags = lagsOf(journal, logged, stormed.clock.offsetMs);
  const pages = journal.pages.map(({ at, ms }) => [at, ms] as const);
  const resumes = journal.sockets
    .filter(({ what }) => what === 'resumed')
    .map(({ at, ms }) => [at, ms] as const);
  const outcome = (kind: string) =>
    time.rate(
      kind,
      journal.bids.filter((bid) => bid.outcome === kind).map(({ answeredAt }) => answeredAt),
    );
  const throughput = [outcome('accepted'), outcome('refused'), outcome('not-taken')];
  const pageRate = time.rate(
    'pages',
    journal.pages.map(({ at }) => at),
  );
  const { server, k6 } = watches;
  const ofProcess = (samples: readonly ProcessSample[] | undefined, of: (sample: ProcessSample) => number) =>
    (samples ?? []).map((sample) => [time.second(sample.at), of(sample)] as const);
  const coresOf = (label: string, watch: typeof server): Series[] =>
    watch ? [{ label, points: ofProcess(watch.samples, ({ cores }) => cores) }] : [];
  const memoryOf = (label: string, watch: typeof server): Series[] =>
    watch ? [{ label, points: ofProcess(watch.samples, ({ rssBytes }) => rssBytes / 2 ** 20) }] : [];

  return {
    seconds,
    throughput: [...throughput, pageRate].filter(({ points }) => points.some(([, value]) => value > 0)),
    answerMs: time.spread(answers),
    lagMs: time.spread(lags),
    pageMs: time.spread(pages),
    resumeMs: time.spread(resumes),
    sockets: socketsOver(journal, time),
    cores: [...coresOf('server', server), ...coresOf('clients (k6)', k6)],
    memoryMiB: [...memoryOf('server', server), ...memoryOf('clients (k6)', k6)],
    answers: byKind(journal),
    peakBidsPerSecond: busiestSecond(journal, began),
    lag: lagOf(lags),
    answer: spreadOf(answers),
    page: spreadOf(pages),
    resume: spreadOf(resumes),
    most: {
      serverCores: most(server?.samples, ({ cores }) => cores),
      clientCores: most(k6?.samples, ({ cores }) => cores),
      serverMiB: most(server?.samples, ({ rssBytes }) => rssBytes / 2 ** 20),
    },
  };
}

type Timed = readonly [at: number, ms: number];

/** Places moments in steps of the storm's time. */
class Time {
  readonly #began: number;
  readonly #step: number;
  readonly #steps: number;

  constructor(began: number, seconds: number) {
    this.#began = began;
    this.#step = Math.max(1, Math.ceil(seconds / POINTS));
    this.#steps = Math.ceil(seconds / this.#step);
  }

  second(at: number): number {
    return (at - this.#began) / 1_000;
  }

  /** How often a second something happened, step by step. */
  rate(label: string, moments: readonly number[]): Series {
    const counts = Array.from({ length: this.#steps }, () => 0);
    for (const at of moments) {
      const step = this.#stepOf(at);
      counts[step] = (counts[step] ?? 0) + 1;
    }
    return { label, points: counts.map((count, step) => [step * this.#step, count / this.#step]) };
  }

  /** The running total of changes at the end of each step. */
  level(label: string, changes: readonly (readonly [at: number, by: number])[]): Series {
    const sums = Array.from({ length: this.#steps }, () => 0);
    for (const [at, by] of changes) {
      const step = this.#stepOf(at);
      sums[step] = (sums[step] ?? 0) + by;
    }
    let level = 0;
    const levels = sums.map((sum) => {
      level += sum;
      return level;
    });
    return { label, points: levels.map((value, step) => [step * this.#step, value]) };
  }

  /** The median, the 95th and the 99th percentile of each step that has values. */
  spread(values: readonly Timed[]): Series[] {
    if (values.length === 0) return [];
    const steps = new Map<number, number[]>();
    for (const [at, ms] of values) {
      const step = this.#stepOf(at);
      const known = steps.get(step);
      if (known === undefined) steps.set(step, [ms]);
      else known.push(ms);
    }
    const sorted = [...steps]
      .sort(([a], [b]) => a - b)
      .map(([step, ms]) => [step, ms.sort(upwards)] as const);
    return (
      [
        ['p50', 0.5],
        ['p95', 0.95],
        ['p99', 0.99],
      ] as const
    ).map(([label, share]) => ({
      label,
      points: sorted.map(([step, ms]) => [step * this.#step, quantile(ms, share)]),
    }));
  }

  #stepOf(at: number): number {
    return Math.min(this.#steps - 1, Math.max(0, Math.floor(this.second(at) / this.#step)));
  }
}

const upwards = (a: number, b: number): number => a - b;
function spreadOf(values: readonly Timed[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = values.map(([, ms]) => ms).sort(upwards);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(sorted, share)) as [
    number,
    number,
    number,
  ];
  return { count: sorted.length, p50, p95, p99, max: sorted.at(-1) ?? 0 };
}

function lagOf(lags: readonly Timed[]): Lag | null {
  const spread = spreadOf(lags);
  if (spread === null) return null;
  const { p50, p95, p99, max, count } = spread;
  return { 'p(50)': p50, 'p(95)': p95, 'p(99)': p99, max, count };
}

/**
 * How late each accepted bid was seen by each client group: from the moment the engine took it, before it was on disk,
 * to the last of the group's sockets that read the first frame of that revision or a later one.
 */
function lagsOf(journal: Journal, logged: readonly LoggedBid[], offsetMs: number): Timed[] {
  const groups = new Map<string, [seq: number, last: number][]>();
  for (const { stand, frames } of journal.seen) {
    const known = groups.get(stand) ?? [];
    groups.set(stand, known);
    for (const [seq, , last] of frames) known.push([seq, last]);
  }
  const accepted = logged.filter(({ outcome }) => outcome === 'accepted');
  const lags: Timed[] = [];
  for (const frames of groups.values()) {
    frames.sort(([a], [b]) => a - b);
    let next = 0;
    for (const { revision, at } of accepted) {
      while (next < frames.length && (frames[next]?.[0] ?? 0) < revision) next += 1;
      const frame = frames[next];
      if (frame === undefined) break;
      lags.push([frame[1], frame[1] + offsetMs - at]);
    }
  }
  return lags;
}

/** How many are in the room at the end of each step. */
function socketsOver(journal: Journal, time: Time): Series[] {
  const comings = journal.sockets.flatMap(({ at, what }): (readonly [at: number, by: number])[] => {
    if (what === 'joined' || what === 'resumed') return [[at, 1]];
    return what === 'lost' || what === 'left' ? [[at, -1]] : [];
  });
  return comings.length === 0 ? [] : [time.level('in the room', comings)];
}

function byKind(journal: Journal): { kind: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { outcome, code } of journal.bids) {
    const kind = code === null ? outcome : `${outcome}: ${code}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}

function busiestSecond(journal: Journal, began: number): number {
  const counts = new Map<number, number>();
  for (const { answeredAt, outcome } of journal.bids) {
    if (outcome !== 'accepted' && outcome !== 'refused') continue;
    const second = Math.floor((answeredAt - began) / 1_000);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return [...counts.values()].reduce((most, count) => Math.max(most, count), 0);
}

const most = (
  samples: readonly ProcessSample[] | undefined,
  of: (sample: ProcessSample) => number,
): number | null =>
  samples === undefined || samples.length === 0
    ? null
    : samples.reduce((top, sample) => Math.max(top, of(sample)), 0);
