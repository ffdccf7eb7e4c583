import { writeFileSync } from 'node:fs';
import { npmCommand, numberBetween, runNpmCommand, wholeBetween } from '@saleyard/app/command-line.ts';
import { FULL_SIZE, type OverloadReport, runOverload } from './run-overload.ts';
import { verdictOf } from './verdict.ts';

type Options = { seconds: number; times: number; bidders: number; json?: string };

const line = (
  name: string,
  { sentPerSecond, goodPerSecond, answer, ownDelayMs }: OverloadReport['alone'],
): string =>
  `  ${name.padEnd(14)} ${sentPerSecond.toFixed(0).padStart(6)} sent/s ${goodPerSecond.toFixed(0).padStart(6)} decided in time/s   p50 ${answer.p50Ms.toFixed(1)} ms   p99 ${answer.p99Ms.toFixed(1)} ms   (client ${ownDelayMs.toFixed(0)} ms late at most)`;

function text(report: OverloadReport): string {
  const mib = (bytes: number): string => String(Math.round(bytes / 2 ** 20)).padStart(5);
  const { overload, peak, before, after, alone, besideDead } = report;
  return [
    `load of the machine: ${report.loadBefore.toFixed(1)} before, ${report.loadAfter.toFixed(1)} after`,
    ...report.capacity.map(
      ({ bidding, decidedPerCpuSecond }, n) =>
        `${line(`capacity ${n + 1}`, bidding)}   ${decidedPerCpuSecond.toFixed(0)} per second of the server's CPU`,
    ),
    line('peak before', peak.before),
    line('before', before.bidding),
    line('overload', overload.bidding),
    line('after', after.bidding),
    line('peak after', peak.after),
    line('no dead', alone),
    line('beside dead', besideDead.bidding),
    '  second  resident  own MiB  heap   level  given up: bulk, anonymous, signed-in',
    ...overload.samples.map(
      ({ atMs, rssBytes, privateBytes, heapBytes, counters: { sheddingLevel, shed } }) =>
        [
          `  ${(atMs / 1_000).toFixed(0).padStart(6)}     ${mib(rssBytes)}    ${mib(privateBytes)} ${mib(heapBytes)}`,
          `      ${sheddingLevel}  ${shed.bulk}, ${shed.anonymous}, ${shed['signed-in']}`,
        ].join(''),
    ),
    ...verdictOf(report).flatMap(({ name, holds, measured }) => [
      `${holds ? 'holds ' : 'MISSED'} ${name}`,
      `       ${measured}`,
    ]),
  ].join('\n');
}

const program = npmCommand('overload')
  .description(
    `Sends a server of its own more bids than it can decide, and prints what it did
with them.`,
  )
  .option('--seconds <number>', 'how long', numberBetween(1, 3_600), FULL_SIZE.overloadMs / 1_000)
  .option('--times <number>', 'times the capacity', numberBetween(0.1, 100), FULL_SIZE.times)
  .option('--bidders <number>', 'sockets that bid', wholeBetween(1, 100_000), FULL_SIZE.bidders)
  .option('--json <file>', 'writes all that was measured there')
  .addHelpText('after', '\nExit codes: 0 every property held, 1 one did not, 2 it could not be run.')
  .action(async ({ seconds, times, bidders, json }: Options) => {
    const size = { ...FULL_SIZE, times, bidders, overloadMs: seconds * 1_000 };
    const report = await runOverload(size, (what) => console.error(`${what} …`));
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
    console.log(text(report));
    process.exit(verdictOf(report).every(({ holds }) => holds) ? 0 : 1);
  });

await runNpmCommand(program);
