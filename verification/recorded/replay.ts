import { progress } from '@clack/prompts';
import { npmCommand, runNpmCommand, wholeBetween } from '@saleyard/app/command-line.ts';
import { type RecordedLot, readRecordedLots } from '@saleyard/loadtest/storms/arrivals/recorded-bids.ts';
import { InvalidArgumentError } from 'commander';
import { type PlayReport, play } from './play.ts';

function recordedLots(file: string): RecordedLot[] {
  try {
    return readRecordedLots(file);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}

const program = npmCommand('replay:recorded')
  .description(
    'Plays a file of recorded proxy bids through a running server as one sale, and compares the winners.',
  )
  .argument(
    '<file>',
    'CSV with auctionId, durationDays, openingCents, finalCents, bidder, maxCents, secondsFromStart',
    recordedLots,
  )
  .option('--url <url>', 'the running server', 'http://localhost:8080')
  .option('--email <email>', 'a staff account of it', 'staff@saleyard.test')
  .option('--password <password>', 'its password', 'saleyard1')
  .option(
    '--seconds <n>',
    'how long the sale is live; every bid must fit into it',
    wholeBetween(5, 3_600),
    60,
  )
  .option('--json', 'print the report as JSON');

type Options = { url: string; email: string; password: string; seconds: number; json?: boolean };

const some = (names: readonly string[]) => `${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`;

function durationText(report: PlayReport): string {
  const lines = [
    `auction no. ${report.searchNumber}: ${report.lots} lots, ${report.bids} bids (${report.refused} were already too low)`,
    `winners that agree: ${report.winnersThatAgree} of ${report.lots}`,
    `bids per second: ${report.bidsPerSecond}`,
    `lot updates seen by a spectator: ${report.lotUpdates}`,
  ];
  if (report.otherWinner.length) lines.push(`another winner: ${some(report.otherWinner)}`);
  if (report.higherPrice.length) lines.push(`closed above the recorded price: ${some(report.higherPrice)}`);
  if (report.spectatorDiffers.length)
    lines.push(`the spectator saw another end: ${some(report.spectatorDiffers)}`);
  lines.push(`to prove it: npx saleyard audit ${report.searchNumber}`);
  return lines.join('\n');
}

program.action(async (lots: RecordedLot[], options: Options) => {
  const bids = lots.reduce((sum, lot) => sum + lot.bids.length, 0);
  const bar = process.stdout.isTTY && !options.json ? progress({ max: bids }) : undefined;
  bar?.start(`${bids} bids on ${lots.length} lots`);
  let shown = 0;
  const report = await play(lots, {
    url: options.url.replace(/\/$/, ''),
    staff: { email: options.email, password: options.password },
    seconds: options.seconds,
    onProgress: (done, of) => {
      bar?.advance(
        done - shown,
        done === of ? 'every bid is in; waiting for the hammer' : `${done} of ${of} bids`,
      );
      shown = done;
    },
  });
  bar?.stop('the sale is over');
  console.log(options.json ? JSON.stringify(report, null, 2) : durationText(report));
  const proven = report.winnersThatAgree === report.lots && report.spectatorDiffers.length === 0;
  process.exitCode = proven ? 0 : 1;
});

await runNpmCommand(program);
