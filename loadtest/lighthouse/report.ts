import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import type { Result } from 'lighthouse';
import type { Circumstances } from '../bench/report/circumstances.ts';

export type Device = 'phone' | 'desktop';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
type Category = (typeof CATEGORIES)[number];

/** The least score of each category, from 0 to 100. */
export type Target = Readonly<Record<Category, number>>;

/** Lighthouse's results for a screen. Times in ms; `shift` has no unit. */
export type Audited = {
  scores: Record<Category, number>;
  largestPaintMs: number;
  blockedMs: number;
  shift: number;
  /** Lost points, worst first: title and measured value. */
  findings: string[];
};

/** The page that a screen's largest paint is compared with, on the same device. */
export const LIST = 'a list alone';

/** The most that a screen may take. Times in ms; `shift` has no unit. */
export type Limits = Pick<Audited, 'largestPaintMs' | 'blockedMs' | 'shift'>;

/** Without `limits` its times are only printed. */
export type LighthouseRow = {
  name: string;
  device: Device;
  target: Target;
  limits?: Limits;
  audited: Audited;
};

/** @throws Error when Lighthouse has no score for a category: a screen that did not load has no score. */
export function readReport({ categories, audits, runtimeError }: Result): Audited {
  if (runtimeError !== undefined) throw new Error(runtimeError.message);
  const scoreOf = (category: Category): number => {
    const score = categories[category]?.score;
    if (typeof score !== 'number') throw new Error(`Lighthouse gave no score for ${category}`);
    return Math.round(score * 100);
  };
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const weighed = CATEGORIES.flatMap((category) => categories[category]?.auditRefs ?? []);
  const findings = weighed
    .filter(({ weight }) => weight > 0)
    .map(({ id, weight }) => ({ audit: audits[id], weight }))
    .flatMap(({ audit, weight }) =>
      typeof audit?.score === 'number' && audit.score < 0.9
        ? [
            {
              text: [audit.title, audit.displayValue].filter(Boolean).join(': '),
              lost: weight * (1 - audit.score),
            },
          ]
        : [],
    )
    .toSorted((a, b) => b.lost - a.lost)
    .map(({ text }) => text);
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
    },
    largestPaintMs: value('largest-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    findings: [...new Set(findings)],
  };
}

const MEASURES = [
  ['largestPaintMs', 'largest paint', (ms: number) => `${(ms / 1_000).toFixed(1)} s`],
  ['blockedMs', 'blocked', (ms: number) => `${Math.round(ms)} ms`],
  ['shift', 'shift', (shift: number) => shift.toFixed(3)],
] as const;

/** The categories in which a screen is below its target, and what takes more than its limit. */
export const missed = ({
  audited,
  target,
  limits,
}: Pick<LighthouseRow, 'audited' | 'target' | 'limits'>): string[] => [
  ...CATEGORIES.filter((category) => audited.scores[category] < target[category]),
  ...MEASURES.filter(([measure]) => limits !== undefined && audited[measure] > limits[measure]).map(
    ([, name]) => name,
  ),
];

const HEADS = [
  'screen',
  'device',
  'performance',
  'accessibility',
  'best practices',
  'largest paint',
  'of the list’s',
  'blocked',
  'shift',
];

function cells(
  { name, device, target, limits, audited }: LighthouseRow,
  rows: readonly LighthouseRow[],
): string[] {
  const list = rows.find((row) => row.name === LIST && row.device === device);
  const { scores, largestPaintMs } = audited;
  const score = (category: Category): string =>
    scores[category] < target[category]
      ? `**${scores[category]}** (asked: ${target[category]})`
      : `${scores[category]}`;
  const [largestPaint = '', blocked = '', shift = ''] = MEASURES.map(([measure, , text]) =>
    limits !== undefined && audited[measure] > limits[measure]
      ? `**${text(audited[measure])}** (asked: ${text(limits[measure])})`
      : text(audited[measure]),
  );
  return [
    name,
    device,
    ...CATEGORIES.map(score),
    largestPaint,
    list === undefined ? '' : `× ${(largestPaintMs / list.audited.largestPaintMs).toFixed(2)}`,
    blocked,
    shift,
  ];
}

/** The reference page, in Markdown. */
export function lighthousePage(
  rows: readonly LighthouseRow[],
  { rounds, ...when }: Circumstances & { rounds: number },
): string {
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
  const findings = rows.filter(({ audited }) => audited.findings.length > 0);
  return `${[
    '# Lighthouse',
    `Written by \`npm run lighthouse\` on ${when.date} at commit ${when.commit}, in ${when.minutes} minutes. Each screen was opened ${countOf(rounds, 'time')} with an empty cache; the visit with the median performance counts. "phone" is Lighthouse's own profile: a slow 4G connection and a processor slowed down four times, both simulated. "${LIST}" is a page that reads 20 rows and renders them by React, and nothing else: on the same machine in the same run, it shows what React itself costs.`,
    `Machine: ${when.machine}.`,
    `Load before it began: ${when.load}.`,
    [line(HEADS), line(HEADS.map(() => '---')), ...rows.map((row) => line(cells(row, rows)))].join('\n'),
    ...(findings.length > 0 ? ['## What cost points'] : []),
    ...findings.map(({ name, device, audited }) =>
      [`### ${name}, ${device}`, '', ...audited.findings.map((text) => `- ${text}`)].join('\n'),
    ),
  ].join('\n\n')}\n`;
}
