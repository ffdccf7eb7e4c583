import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ticks, timeChart } from '../../charts.ts';
import type { BidRecord } from '../journal.ts';
import { addLine, emptyJournal } from '../read-journal.ts';
import { recordedStorm } from '../test-support/recorded-storm.ts';
import type { LoggedBid } from '../verdict/bids-in-log.ts';
import { checkThresholds } from '../verdict/thresholds.ts';
import { makeFigures } from './figures.ts';
import { reportPage } from './page.ts';
import type { StormReport } from './report.ts';

const test = suite('the report of a storm');

const BEGAN = 1_000_000;
const bid = (sentAt: number, ms: number, change: Partial<BidRecord> = {}): BidRecord => {
  const sent = {
    bidder: 0,
    commandId: `c${sentAt}`,
    lot: 0,
    by: 'bid',
    cents: 100,
    sentAt,
    tries: 1,
  } as const;
  const outcome = { outcome: 'accepted', code: null, seq: 1, priceCents: 100 } as const;
  return { k: 'bid', ...sent, answeredAt: sentAt + ms, ...outcome, ...change };
};

test('axes have round marks that reach the largest value', () => {
  assert.equal(ticks(100), [0, 20, 40, 60, 80, 100]);
  assert.equal(ticks(7), [0, 2, 4, 6, 8]);
  assert.equal(ticks(0.9), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  for (const most of [0.003, 1, 19, 240, 99_999]) {
    const marks = ticks(most);
    assert.ok((marks.at(-1) ?? 0) >= most && marks.length >= 2 && marks.length <= 7, `${most}: ${marks}`);
  }
});

test('a chart draws its values at their places, and lists them for screen readers', () => {
  const series = [
    {
      label: 'server',
      points: [
        [0, 0],
        [1, 10],
        [2, 5],
        [90, 10],
      ] as const,
    },
  ];
  const drawn = timeChart({ title: 'Load', unit: 'cores', series, seconds: 100 });
  // 400 wide with 44 left and 10 right, 190 high with 12 above and 26 below.
  assert.match(drawn, 'M44,164L47.5,12L50.9,88M355.4,12Z');
  assert.match(drawn, 'aria-label="Load. server: at most 10 cores"');
});

test('figures: rates, percentiles and what happened in the busiest second', () => {
  const journal = emptyJournal();
  for (let n = 0; n < 100; n += 1) journal.bids.push(bid(BEGAN + 1_000, n));
  journal.bids.push(bid(BEGAN + 3_000, 10, { outcome: 'refused', code: 'too-low' }));
  const measured = { logged: [], stormed: { clock: { offsetMs: 0, errorMs: 1 } }, began: BEGAN, watches: {} };
  const figures = makeFigures({ journal, ...measured });
  assert.is(figures.seconds, 4);
  assert.is(figures.peakBidsPerSecond, 100);
  assert.equal(figures.answers, [
    { kind: 'accepted', count: 100 },
    { kind: 'refused: too-low', count: 1 },
  ]);
  assert.equal(figures.throughput[0]?.points, [
    [0, 0],
    [1, 100],
    [2, 0],
    [3, 0],
  ]);
  assert.equal(figures.answerMs[1], {
    label: 'p95',
    points: [
      [1, 95],
      [3, 10],
    ],
  });
  assert.is(figures.answer?.max, 99);
});

test('a view is as late as the first frame of its revision or a later one', () => {
  const { journal, stormed } = recordedStorm();
  const logged = (revision: number, at: number): LoggedBid => {
    const sent = { commandId: 'c', bidder: 'joe', lot: 'l1', by: 'bid', cents: 1 } as const;
    return { revision, at, ...sent, outcome: 'accepted', code: null, priceCents: 1 };
  };
  journal.seen.push({
    k: 'seen',
    stand: 's',
    frames: [
      [5, 1_010, 1_040, 2],
      [9, 1_100, 1_150, 2],
    ],
  });
  const { lag } = makeFigures({
    journal,
    stormed,
    began: 0,
    watches: {},
    // The third was seen by nobody: the client group had left.
    logged: [logged(5, 1_000), logged(7, 1_090), logged(10, 1_200)],
  });
  assert.equal([lag?.count, lag?.['p(50)'], lag?.max], [2, 60, 60]);
});

test('thresholds: below the number it holds, at it, above it and unmeasured it does not', () => {
  const summary = {
    metrics: { bid_answer: { values: { 'p(95)': 400 } }, page_failed: { values: { rate: 0 } } },
  };
  const lag = { 'p(50)': 1, 'p(95)': 10, 'p(99)': 20, max: 30, count: 4 };
  const checked = (metric: string, holds: string) => {
    const [one] = checkThresholds([{ metric, holds, why: '' }], summary, lag);
    return [one?.measured, one?.held];
  };
  assert.equal(checked('bid_answer', 'p(95)<400.5'), [400, true]);
  assert.equal(checked('bid_answer', 'p(95)<400'), [400, false]);
  assert.equal(checked('bid_answer', 'p(99)<400'), [null, false]);
  assert.equal(checked('page_failed', 'rate<0.001'), [0, true]);
  assert.equal(checked('view_lag', 'max<40'), [30, true]);
  assert.equal(checked('socket_resume', 'max<40'), [null, false]);
  assert.throws(
    () => checkThresholds([{ metric: 'x', holds: 'about 4', why: '' }], summary, null),
    /not a threshold/,
  );
});

test('the page: the verdict first, what was found in words, and nothing from elsewhere', () => {
  const journal = emptyJournal();
  journal.bids.push(bid(BEGAN, 5));
  addLine(journal, 'not a record');
  assert.equal(journal.strange, ['not a record']);
  const measured = { logged: [], stormed: { clock: { offsetMs: 0, errorMs: 1 } }, began: BEGAN, watches: {} };
  const report: StormReport = {
    name: 'bid-storm',
    what: 'Bids.',
    seed: 1,
    at: '2026-01-02T03:04:05.000Z',
    seconds: 9,
    ownServer: true,
    size: { bidders: 1, spectators: 0, visitors: 0, lots: 1, minutes: 1 },
    machine: {
      cores: 2,
      cpu: 'a <cpu>',
      memoryGiB: 4,
      node: 'v20',
      k6: 'k6 v1',
      commit: 'abc',
      apart: true,
      loadBefore: 3,
    },
    right: false,
    faults: [{ kind: 'lost', count: 3, examples: ['bid <c1>'] }],
    audit: { number: 7, proven: true, events: 9, headHash: 'ff', decidedAgain: 5, sold: 1, lots: 1 },
    bids: { sent: 1, accepted: 1, refused: 0, notTaken: 0, settledAgain: 0 },
    views: { views: 0, lots: 0, clients: 0 },
    thresholds: [{ metric: 'bid_answer', holds: 'p(95)<4', why: 'because', measured: 5, held: false }],
    figures: makeFigures({ journal, ...measured }),
  };
  const page = reportPage(report);
  assert.ok(page.indexOf('WRONG') < page.indexOf('Thresholds'));
  assert.match(page, '3 times: an acknowledged bid is not in the log.');
  assert.match(page, 'bid &#60;c1&#62;');
  assert.match(page, 'MISSED');
  assert.match(page, '3 processes wanted its 2 cores');
  assert.not.match(page, /<script|https?:\/\/(?!www\.w3\.org)|<cpu>/);
});

test.run();
