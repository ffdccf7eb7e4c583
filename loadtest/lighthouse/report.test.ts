import { suite } from '@saleyard/testing/suite.ts';
import type { Result } from 'lighthouse';
import * as assert from 'uvu/assert';
import { type Audited, LIST, lighthousePage, missed, readReport } from './report.ts';

const test = suite('Lighthouse page');

const TARGET = { performance: 95, accessibility: 100, 'best-practices': 100 };

const category = (score: number | null, ...audits: [id: string, weight: number][]) => ({
  score,
  auditRefs: audits.map(([id, weight]) => ({ id, weight })),
});

/** What Lighthouse answers, as far as it is read. */
const answer = (accessibility: number | null = 1): Result =>
  ({
    categories: {
      performance: category(0.744, ['largest-contentful-paint', 25], ['cumulative-layout-shift', 25]),
      accessibility: category(accessibility),
      'best-practices': category(0.96, ['errors-in-console', 1], ['bf-cache', 0]),
    },
    audits: {
      'largest-contentful-paint': {
        title: 'Largest Contentful Paint',
        displayValue: '3.7 s',
        score: 0.5,
        numericValue: 3_700,
      },
      'total-blocking-time': { title: 'Total Blocking Time', score: 0.6, numericValue: 430 },
      'cumulative-layout-shift': { title: 'Cumulative Layout Shift', score: 1, numericValue: 0 },
      'errors-in-console': { title: 'Browser errors were logged to the console', score: 0 },
      'bf-cache': { title: 'Page prevented restoring', score: 0 },
    },
  }) as unknown as Result;

test('scores are whole, and what cost points is named, the most costly first', () => {
  assert.equal(readReport(answer()), {
    scores: { performance: 74, accessibility: 100, 'best-practices': 96 },
    largestPaintMs: 3_700,
    blockedMs: 430,
    shift: 0,
    findings: ['Largest Contentful Paint: 3.7 s', 'Browser errors were logged to the console'],
  } satisfies Audited);
});

test('a screen without a score is an error, not a score', () => {
  assert.throws(() => readReport(answer(null)), /no score for accessibility/);
  const failed = { ...answer(), runtimeError: { code: 'NO_FCP', message: 'nothing was painted' } };
  assert.throws(() => readReport(failed as Result), /nothing was painted/);
});

test('the page names each score that is below its target', () => {
  const row = { name: 'sign-in', device: 'phone', target: TARGET, audited: readReport(answer()) } as const;
  assert.equal(missed(row), ['performance', 'best-practices']);
  const when = {
    date: '2026-11-22',
    commit: '`abc`',
    machine: '2 cores',
    load: '0.10',
    minutes: '1.0',
    rounds: 5,
  };
  const list = { ...row, name: LIST, audited: { ...row.audited, largestPaintMs: 1_850 } };
  const page = lighthousePage([list, row], when);
  assert.match(
    page,
    '| sign-in | phone | **74** (asked: 95) | 100 | **96** (asked: 100) | 3.7 s | × 2.00 | 430 ms | 0.000 |',
  );
  assert.match(page, '### sign-in, phone');
  assert.match(page, 'Each screen was opened 5 times');
});

test('what takes more than its limit is named with the limit', () => {
  const audited = { ...readReport(answer()), shift: 0.021 };
  const limits = { largestPaintMs: 3_700, blockedMs: 150, shift: 0.02 };
  const fast = { performance: 0, accessibility: 0, 'best-practices': 0 };
  const row = { name: 'sign-in', device: 'phone', target: fast, limits, audited } as const;
  assert.equal(missed(row), ['blocked', 'shift']);
  const when = { date: '2026-11-22', commit: '`abc`', machine: '2 cores', load: '0.10', minutes: '1.0' };
  assert.match(
    lighthousePage([row], { ...when, rounds: 1 }),
    '| 3.7 s |  | **430 ms** (asked: 150 ms) | **0.021** (asked: 0.020) |',
  );
});

test.run();
