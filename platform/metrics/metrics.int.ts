import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ManualClock } from '../clock/manual-clock.ts';
import type { AppendResult, EventLog, NewEvent } from '../event-log/port.ts';
import { EmbeddedLeases } from '../leases/embedded-leases.ts';
import { METRICS } from './catalogue.ts';
import { Lag } from './lag.ts';
import { measuredLeases } from './measured-leases.ts';
import { measuredLog } from './measured-log.ts';
import { Metrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

const test = suite('metrics');

/** The value of a line such as `saleyard_bids_total{answer="accepted",node="n"} 2`; undefined when there is none. */
const metricsTextOf = (text: string, line: RegExp): number | undefined => {
  const found = text.split('\n').find((one) => line.test(one));
  return found === undefined ? undefined : Number(found.split(' ').at(-1));
};

test('counters, histograms and gauges are exported by node and with no label outside the catalogue', async () => {
  const metrics = new Metrics('n1');
  metrics.count('saleyard_bids_total', ['accepted']);
  metrics.count('saleyard_bids_total', ['too-low'], 2);
  metrics.observe('saleyard_bid_seconds', 0.003);
  let kept = 5;
  metrics.total('saleyard_socket_flushes_total', () => kept);
  metrics.gauge('saleyard_sockets', () => 7);
  metrics.gauge('saleyard_people', async () => 3, ['anonymous']);
  metrics.gauge('saleyard_auctions_owned', () => {
    throw new Error('away');
  });
  await metrics.read();
  kept = 9;
  const { text, type } = await metrics.read();
  assert.match(type, /text\/plain/);
  assert.is(metricsTextOf(text, /^saleyard_bids_total\{answer="accepted",node="n1"\}/), 1);
  assert.is(metricsTextOf(text, /^saleyard_bids_total\{answer="too-low"/), 2);
  assert.is(metricsTextOf(text, /^saleyard_bid_seconds_bucket\{le="0.002"/), 0);
  assert.is(metricsTextOf(text, /^saleyard_bid_seconds_bucket\{le="0.005"/), 1);
  assert.is(metricsTextOf(text, /^saleyard_socket_flushes_total/), 9);
  assert.is(metricsTextOf(text, /^saleyard_sockets/), 7);
  assert.is(metricsTextOf(text, /^saleyard_people\{kind="anonymous"/), 3);
  assert.is(metricsTextOf(text, /^process_cpu_seconds_total/) !== undefined, true);
  const named = [...text.matchAll(/^# TYPE (saleyard_\w+) (\w+)/gm)].map(([, name, kind]) => [name, kind]);
  for (const [name, kind] of named) {
    assert.is(METRICS[name as keyof typeof METRICS]?.kind, kind, name);
  }
});

test('the catalogue is made of names and labels that Prometheus takes', () => {
  for (const [name, { kind, help }] of Object.entries(METRICS)) {
    assert.match(name, /^saleyard_[a-z_]+$/);
    assert.is(name.endsWith('_total'), kind === 'counter', name);
    if (kind === 'histogram') assert.match(name, /_seconds$/);
    assert.ok(help.length > 10, name);
  }
});

test('metrics have a port of their own', async () => {
  const metrics = new Metrics('n1');
  const served = await serveMetrics(metrics, 0, '127.0.0.1');
  const base = `http://127.0.0.1:${served.port}`;
  const answer = await fetch(`${base}/metrics`);
  assert.is(answer.status, 200);
  assert.match(await answer.text(), /nodejs_eventloop_lag_seconds/);
  assert.is((await fetch(`${base}/`)).status, 404);
  assert.is((await fetch(`${base}/metrics`, { method: 'POST' })).status, 404);
  await served.close();
});

test('a log is measured by what becomes of its appends', async () => {
  const clock = new ManualClock();
  const metrics = new Metrics('n1');
  const outcomes: (AppendResult | Error)[] = [
    { outcome: 'appended', revision: 0, position: 4, events: [] },
    { outcome: 'conflict', actual: 3 },
    new Error('gone'),
  ];
  const log = measuredLog(
    {
      append: async () => {
        clock.advanceBy(30);
        const next = outcomes.shift();
        if (next === undefined || next instanceof Error) throw next ?? new Error('none');
        return next;
      },
      lastPosition: async () => 4,
    } as unknown as EventLog,
    metrics,
    clock,
  );
  const event = { id: 'e', type: 'BidAccepted', data: {}, meta: {} } as unknown as NewEvent;
  await log.append('s', -1, [event, event]);
  await log.append('s', -1, [event]);
  await log.append('s', -1, [event]).then(
    () => assert.unreachable(),
    () => {},
  );
  const { text } = await metrics.read();
  for (const outcome of ['appended', 'conflict', 'unknown']) {
    assert.is(metricsTextOf(text, new RegExp(`^saleyard_appends_total\\{outcome="${outcome}"`)), 1, outcome);
  }
  assert.is(metricsTextOf(text, /^saleyard_appends_total\{outcome="full"/), 0);
  assert.is(metricsTextOf(text, /^saleyard_events_appended_total\{type="BidAccepted"/), 2);
  assert.is(metricsTextOf(text, /^saleyard_append_seconds_bucket\{le="0.05"/), 3);
  assert.is(metricsTextOf(text, /^saleyard_append_seconds_bucket\{le="0.02"/), 0);
  assert.is(metricsTextOf(text, /^saleyard_log_position/), 4);
});

test('leases are counted while they are held', async () => {
  const clock = new ManualClock();
  const metrics = new Metrics('a');
  const table = new EmbeddedLeases(clock);
  const [mine, other] = [measuredLeases(table.join('a'), metrics), table.join('b')];
  const held = async () => metricsTextOf((await metrics.read()).text, /^saleyard_leases_held/);
  await other.claim('three');
  for (const key of ['one', 'two', 'three']) await mine.claim(key);
  assert.is(await held(), 2);
  await mine.release('one');
  assert.is(await held(), 1);
  await mine.close();
  assert.is(await held(), 0);
});

test('a lag is exported in positions, and in seconds since the log went on', async () => {
  const clock = new ManualClock();
  let [last, reached] = [10, 10];
  const lag = new Lag({ clock, last: async () => last, reached: () => reached });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  assert.equal([await lag.positions(), await lag.seconds()], [0, 0]);
  last = 15;
  clock.advanceBy(1_000);
  await settled();
  last = 40;
  clock.advanceBy(1_000);
  await settled();
  clock.advanceBy(3_000);
  assert.equal([await lag.positions(), await lag.seconds()], [30, 4]);
  reached = 15;
  assert.equal([await lag.positions(), await lag.seconds()], [25, 3]);
  reached = 40;
  assert.equal([await lag.positions(), await lag.seconds()], [0, 0]);
  lag.stop();
});

test.run();
