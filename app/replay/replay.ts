import { createHash } from 'node:crypto';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { parseScript, type Script } from '@saleyard/domain/auction/script.ts';
import { runScript, type ScriptRun } from '@saleyard/domain/auction/script-run.ts';
import { differences } from './differences.ts';
import { explainLot } from './explain.ts';
import { swapPolicy } from './swap-policy.ts';

/** The arguments of `saleyard replay`. `script`: the script's text; `explain`: a lot; `policy`: `field=value`s. */
export type ReplayRequest = {
  script: string;
  explain?: string | undefined;
  policy?: readonly string[] | undefined;
  pretty?: boolean | undefined;
};

/** A command's output and exit code: 0, or 2 with one line on stderr for invalid arguments; 3 for a log that could not be read. */
export type Printed = { exitCode: 0 | 2 | 3; stdout: string; stderr: string };

/** The output for invalid arguments. */
export const malformed = (line: string): Printed => ({
  exitCode: 2,
  stdout: '',
  stderr: `saleyard replay: ${line.replaceAll('\n', ' ')}\n`,
});

/**
 * Runs a script and prints its answer as JSON; with `explain` one lot's bid ladder as text; with `policy` what
 * would have differed.
 */
export function runReplay({ script: text, explain, policy = [], pretty = false }: ReplayRequest): Printed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return malformed(`the script is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = parseScript(value);
  if (!parsed.ok) return malformed(parsed.problem);
  const { script } = parsed;
  const swapped = swapPolicy(script.terms.policy, policy);
  if (typeof swapped === 'string') return malformed(swapped);
  if (explain !== undefined && !script.lots.some(({ lot }) => lot === explain)) {
    return malformed(`--explain names no lot of this auction: ${explain}`);
  }
  const run = runScript(script);
  const other: Script = { ...script, terms: { ...script.terms, policy: swapped } };
  const print = (stdout: string): Printed => ({ exitCode: 0, stdout: `${stdout}\n`, stderr: '' });
  if (explain !== undefined) {
    const ladder = explainLot(script, run.events, explain);
    if (policy.length === 0) return print(ladder);
    const would = explainLot(other, runScript(other).events, explain);
    return print(`${ladder}\n\nWith ${policy.join(', ')}:\n\n${would}`);
  }
  const answer =
    policy.length === 0 ? answerOf(run) : { policy: swapped, ...differences(run, runScript(other)) };
  return print(JSON.stringify(answer, null, pretty ? 2 : undefined));
}

/** The script's answer: its decisions, its lots, and the number and fingerprint of its events. */
function answerOf({ decisions, lots, auction, events }: ScriptRun) {
  return { decisions, lots, auction, events: events.length, hash: hashOf(events) };
}

/** sha256 over the canonical JSON of the events, in hexadecimal: the same run has the same hash for ever. */
function hashOf(events: readonly AuctionEvent[]): string {
  const hash = createHash('sha256');
  for (const event of events) hash.update(JSON.stringify(event, sortedMembers)).update('\n');
  return hash.digest('hex');
}

/** Gives every object of a JSON text its members in the order of their names. */
const sortedMembers = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
