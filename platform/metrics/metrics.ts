import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type CounterName, type GaugeName, type HistogramName, METRICS, type Metric } from './catalogue.ts';

/** The values of a metric's labels, in the order of the catalogue. */
export type LabelValues = readonly string[];

/** The text of one metric: what describes it, and its values. */
type Described = { about: string[]; values: string[] };

/** Reads Prometheus's text format into metrics by name, adding to those that are there. */
function addTo(metrics: Map<string, Described>, text: string): void {
  let current: Described = { about: [], values: [] };
  for (const line of text.split('\n')) {
    const [, name] = /^# (?:HELP|TYPE) (\S+)/.exec(line) ?? [];
    if (name !== undefined) {
      const known = metrics.get(name) ?? { about: [], values: [] };
      metrics.set(name, known);
      current = known;
      if (!current.about.includes(line)) current.about.push(line);
    } else if (line !== '') current.values.push(line);
  }
}

/**
 * The metrics of this process, in Prometheus's format. Counting is a look-up and an addition. A number that
 * somebody keeps anyway is only asked for when it is read.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #counters = new Map<CounterName, Counter>();
  readonly #histograms = new Map<HistogramName, Histogram>();
  /** One counter or histogram of one set of label values. */
  readonly #bound = new Map<string, { inc(by: number): void }>();
  readonly #timed = new Map<string, { observe(value: number): void }>();
  readonly #asked: (() => Promise<void>)[] = [];

  readonly #threads: (() => Promise<string>)[] = [];

  /**
   * `node` names the process in every metric. `thread`: the same for a thread beside the main one, which leaves out
   * the metrics of the whole process.
   */
  constructor(node: string, thread?: string) {
    this.#registry.setDefaultLabels({ node, ...(thread !== undefined && { thread }) });
    if (thread === undefined) collectDefaultMetrics({ register: this.#registry });
  }

  /** Adds what another thread's metrics read as, each time these are read. */
  addThread(read: () => Promise<string>): void {
    this.#threads.push(read);
  }

  count(name: CounterName, values: LabelValues = [], by = 1): void {
    const key = `${name} ${values.join(' ')}`;
    let bound = this.#bound.get(key);
    if (bound === undefined) {
      bound = this.#counter(name).labels(...values);
      this.#bound.set(key, bound);
    }
    bound.inc(by);
  }

  /** `value` in the metric's unit: seconds. */
  observe(name: HistogramName, value: number, values: LabelValues = []): void {
    const key = `${name} ${values.join(' ')}`;
    let timed = this.#timed.get(key);
    if (timed === undefined) {
      timed = this.#histogram(name).labels(...values);
      this.#timed.set(key, timed);
    }
    timed.observe(value);
  }

  /** Calls `read` for the number each time the metrics are read; a number that is not available is left out. */
  gauge(
    name: GaugeName,
    read: () => number | undefined | Promise<number | undefined>,
    values: LabelValues = [],
  ): void {
    const gauge = this.#gauge(name);
    this.#asked.push(async () => {
      const value = await read();
      if (value === undefined) gauge.remove(...values);
      else gauge.labels(...values).set(value);
    });
  }

  /** A counter that somebody else keeps: `read` answers how much it is by now. */
  total(name: CounterName, read: () => number, values: LabelValues = []): void {
    let counted = 0;
    this.#asked.push(async () => {
      const now = read();
      this.count(name, values, Math.max(0, now - counted));
      counted = Math.max(counted, now);
    });
  }

  /** Everything in the text format that Prometheus reads, and that format's content type. */
  async read(): Promise<{ text: string; type: string }> {
    await Promise.allSettled(this.#asked.map((ask) => ask()));
    const own = await this.#registry.metrics();
    return { text: await this.#withThreads(own), type: this.#registry.contentType };
  }

  /** One text: a metric is described once, and has the values of every thread that answers. */
  async #withThreads(own: string): Promise<string> {
    if (this.#threads.length === 0) return own;
    const metrics = new Map<string, Described>();
    addTo(metrics, own);
    for (const read of await Promise.allSettled(this.#threads.map((thread) => thread())))
      if (read.status === 'fulfilled') addTo(metrics, read.value);
    const lines = [...metrics.values()].flatMap(({ about, values }) => [...about, ...values]);
    return `${lines.join('\n')}\n`;
  }

  #gauge(name: GaugeName): Gauge {
    const known = this.#registry.getSingleMetric(name);
    return known instanceof Gauge ? known : new Gauge(this.#described(name));
  }

  #counter(name: CounterName): Counter {
    const known = this.#counters.get(name) ?? new Counter(this.#described(name));
    this.#counters.set(name, known);
    return known;
  }

  #histogram(name: HistogramName): Histogram {
    const { bounds = [] }: Metric = METRICS[name];
    const known =
      this.#histograms.get(name) ?? new Histogram({ ...this.#described(name), buckets: [...bounds] });
    this.#histograms.set(name, known);
    return known;
  }

  #described(name: keyof typeof METRICS) {
    const { help, labels = [] }: Metric = METRICS[name];
    return { name, help, labelNames: [...labels], registers: [this.#registry] };
  }
}
