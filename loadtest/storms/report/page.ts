import { escaped, timeChart } from '../../charts.ts';
import { FAILURE_KINDS, type FoundFailure } from '../verdict/failures.ts';
import type { Figures, Spread } from './figures.ts';
import type { StormReport } from './report.ts';
import { STYLE } from './style.ts';

const whole = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 0 });
const some = new Intl.NumberFormat('en-AU', { maximumSignificantDigits: 3 });
const ms = (value: number | null): string => (value === null ? 'not measured' : `${some.format(value)} ms`);
/** Processes that want a core beyond which a machine is not quiet enough to measure on. */
const QUIET = 0.5;
/** The share of its cores from which on the clients themselves are what is slow. */
const FULL = 0.9;
const count = (value: number): string => whole.format(value);

/** The report as one HTML file that needs no other: verdict, thresholds, charts, and what ran. */
export function reportPage(report: StormReport): string {
  const { name, what, at } = report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${name}: ${verdictLabel(report)}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Storm: ${escaped(name)}</h1>
<p class="dim">${escaped(what)} <span>${escaped(at.replace('T', ' ').slice(0, 16))} UTC.</span></p>
${verdict(report)}
${facts(report)}
${thresholds(report)}
${charts(report.figures)}
${answers(report.figures)}
${ran(report)}
</main>
</body>
</html>
`;
}

const missed = ({ thresholds: checked }: StormReport) => checked.filter(({ held }) => !held);

/** The verdict in a word or two. */
export function verdictLabel(report: StormReport): string {
  if (!report.right) return 'WRONG';
  return missed(report).length === 0 ? 'right and fast enough' : 'right, but not fast enough';
}

function verdict(report: StormReport): string {
  const { audit, bids, views, faults, right } = report;
  const proven = `The audit followed ${count(audit.events)} events and decided ${count(audit.decidedAgain)} commands again: ${audit.proven ? 'sale no.' : 'NOT PROVEN, sale no.'} ${audit.number}${audit.proven ? ' is proven' : ''}.`;
  const held = `${count(bids.sent)} bids were held against the log, each acknowledged one there once; ${count(views.lots)} lots in ${count(views.views)} views of ${count(views.clients)} clients were what the log says, the last view of each client too; no bid was accepted after a deadline.`;
  return `<section class="verdict ${right ? (missed(report).length === 0 ? 'good' : 'slow') : 'bad'}">
<strong>${escaped(capital(verdictLabel(report)))}</strong>
<p>${escaped(proven)}${right ? ` ${escaped(held)}` : ''}</p>
${faults.map(failureText).join('')}
</section>`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const failureText = ({ kind, count: times, examples }: FoundFailure): string => `<p><b>${escaped(
  `${times === 1 ? 'Once' : `${count(times)} times`}: ${FAILURE_KINDS[kind]}.`,
)}</b></p>
<ul>${examples.map((example) => `<li>${escaped(example)}</li>`).join('')}</ul>
`;

function facts({ bids, figures, audit, size }: StormReport): string {
  const shown: [string, string][] = [
    ['bids with an outcome', count(bids.accepted + bids.refused)],
    ['accepted', count(bids.accepted)],
    ['busiest second', `${count(figures.peakBidsPerSecond)} bids`],
    ['bid answer p50 / p99', pair(figures.answer)],
    [
      'seen by viewers p50 / p99',
      figures.lag ? `${some.format(figures.lag['p(50)'])} / ${ms(figures.lag['p(99)'])}` : '–',
    ],
    ['sockets', count(size.bidders + size.spectators)],
    ['settled by asking again', count(bids.settledAgain)],
    ['lots sold', `${audit.sold} of ${audit.lots}`],
  ];
  if (figures.page) shown.push(['pages', count(figures.page.count)], ['page p50 / p99', pair(figures.page)]);
  if (figures.resume)
    shown.push(['resumed', count(figures.resume.count)], ['resume p50 / p99', pair(figures.resume)]);
  return `<dl class="facts">${shown
    .map(([term, value]) => `<div><dt>${escaped(term)}</dt><dd>${escaped(value)}</dd></div>`)
    .join('')}</dl>`;
}

const pair = (spread: Spread | null): string =>
  spread === null ? '–' : `${some.format(spread.p50)} / ${ms(spread.p99)}`;

function thresholds({ thresholds: checked }: StormReport): string {
  const rows = checked.map(({ metric, holds, why, measured, held }) => {
    const isRate = holds.startsWith('rate');
    const shown = (value: number): string => (isRate ? `${some.format(value * 100)} %` : ms(value));
    const [part = '', most = ''] = holds.split('<');
    const limit = `${part.replace(/[()]/g, '')} below ${shown(Number(most))}`;
    const value = measured === null ? 'not measured' : shown(measured);
    return `<tr><td>${escaped(metric.replaceAll('_', ' '))}</td><td class="limit">${escaped(limit)}</td><td class="number">${escaped(value)}</td><td class="held">${held ? 'held' : '<b>MISSED</b>'}</td><td class="why">${escaped(why)}</td></tr>`;
  });
  return `<h2>Thresholds</h2>
<table class="thresholds">
<thead><tr><th>what</th><th>must hold</th><th class="number">measured</th><th></th><th>why this number</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table>`;
}

function charts(figures: Figures): string {
  const { seconds } = figures;
  const drawn = [
    { title: 'Throughput', unit: 'per second', series: figures.throughput },
    { title: 'Answer to a bid', unit: 'ms', series: figures.answerMs },
    { title: 'From the engine to the viewer', unit: 'ms', series: figures.lagMs },
    { title: 'Sockets in the room', unit: 'sockets', series: figures.sockets },
    { title: 'Back in the room after a drop', unit: 'ms', series: figures.resumeMs },
    { title: 'Pages', unit: 'ms', series: figures.pageMs },
    { title: 'Processor', unit: 'cores', series: figures.cores, least: 1 },
    { title: 'Memory', unit: 'MiB resident', series: figures.memoryMiB },
  ].filter(({ series }) => series.some(({ points }) => points.length > 0));
  return `<h2>Over time</h2>
<p class="dim">Seconds since the clients began to come. Percentiles of each second.</p>
<div class="charts">${drawn.map((one) => timeChart({ ...one, seconds })).join('\n')}</div>`;
}

function answers({ answers: kinds }: Figures): string {
  const most = kinds[0]?.count ?? 1;
  const rows = kinds.map(
    ({ kind, count: times }) =>
      `<tr><td>${escaped(kind)}</td><td class="number">${count(times)}</td><td style="width:50%"><span class="bar" style="width:${((times / most) * 100).toFixed(1)}%"></span></td></tr>`,
  );
  return `<h2>Answers by kind</h2>
<table><tbody>${rows.join('\n')}</tbody></table>`;
}

function ran({ size, seed, seconds, machine, ownServer, audit, figures }: StormReport): string {
  const { bidders, spectators, visitors, lots, minutes } = size;
  const cores = machine.apart
    ? 'the server kept to one core and the clients to the others'
    : 'server and clients not kept apart';
  const had = machine.apart ? machine.cores - 1 : machine.cores;
  const used = figures.most.clientCores ?? 0;
  const busiest =
    used < had * FULL
      ? ''
      : ` k6 was busy on ${some.format(used)} of its ${had} at times: latencies of then are also its own.`;
  const busy =
    machine.loadBefore < QUIET
      ? ''
      : ` Others kept the machine busy: ${some.format(machine.loadBefore)} processes wanted its ${machine.cores} cores before the storm began, so its latencies say little.`;
  return `<h2>What ran</h2>
<p>${escaped(
    `${count(bidders)} bidders, ${count(spectators)} spectators and ${count(visitors)} visitors; ${count(lots)} lots live for ${some.format(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}; seed ${seed}; ${count(seconds)} s in all. ${ownServer ? 'A server of its own on a fresh folder' : 'A server that was running'}, ${cores}.${busiest}${busy}`,
  )}</p>
<p>${escaped(
    `${machine.cores} cores of ${machine.cpu}, ${machine.memoryGiB} GiB, Node ${machine.node}, ${machine.k6}${machine.commit ? `, commit ${machine.commit}` : ''}.`,
  )}</p>
<p class="dim">Head hash of the sale: <code>${escaped(audit.headHash)}</code></p>
<p class="dim">An answer counts from sending a bid to its decision, retries included. A view's lag counts from the engine's taking of a bid, before it is on disk, to the last socket of each stand of clients that read it.</p>`;
}
