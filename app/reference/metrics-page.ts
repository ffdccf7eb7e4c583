import { METRICS, type Metric } from '@saleyard/platform/metrics/catalogue.ts';
import { code, page, table } from './markdown.ts';

/** docs/reference/metrics.md */
export function metricsPage(): string {
  const rows = Object.entries<Metric>(METRICS).map(([name, { kind, labels = [], help }]) => [
    code(name),
    kind,
    labels.map(code).join(', '),
    help,
  ]);
  return page(
    'Metrics',
    'Each process serves metrics at `/metrics` on the port `SALEYARD_METRICS_PORT`, in the text format of Prometheus, with the `process_*` and `nodejs_*` of Node itself. Each carries the label `node`, the name of its process; those of a worker thread also `thread`. No label contains a person, an auction, a lot or an address. [Operate](../guides/operate.md#monitoring) describes which ones to watch.',
    table(['metric', 'kind', 'labels', 'meaning'], rows),
  );
}
