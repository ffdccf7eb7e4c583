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
    'Each process serves them at `/metrics` on the port that `SALEYARD_METRICS_PORT` names, in the text format that Prometheus reads, beside the `process_*` and `nodejs_*` of Node itself. Each carries the label `node`, the name of its process. No label ever holds a person, an auction, a lot or an address. What to make of them stands in [how to operate it](../guides/operate.md).',
    table(['metric', 'kind', 'labels', 'what it shows'], rows),
  );
}
