import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chosenByName, npmCommand, runNpmCommand } from '@saleyard/app/command-line.ts';
import { measuredCommit } from '@saleyard/loadtest/bench/report/circumstances.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Attack } from './attack.ts';
import { LOAD_ATTACKS } from './attacks/load.ts';
import { ATTACKS } from './attacks.ts';
import { type AttackRow, type AttackRun, attacksPage } from './page.ts';
import { PLANTED } from './planted.ts';
import { runAttack } from './run-attack.ts';

const PAGE = fileURLToPath(new URL('../../docs/reference/attacks.md', import.meta.url));

const program = npmCommand('attack')
  .description(
    `Attacks a Saleyard of its own, on loopback addresses only, each in a process
of its own; then each again with a bug planted that it must find. Writes what
came of them to docs/reference/attacks.md.`,
  )
  .argument('[name]', 'only the attacks whose name holds this; the page keeps what it says of the others')
  .option('--quick', 'as in the tests: fewer connections, kills, flips and seconds')
  .option('--no-bugs', 'without planted bugs; the page is left as it is')
  .addHelpText(
    'after',
    '\nExit codes: 0 everything held and every bug was found, 1 it did not, 2 wrong use or it could not be run.',
  );

/** When and where a run begins now. */
function runNow(isQuick: boolean): AttackRun {
  const [cpu] = cpus();
  return {
    date: new Date(systemClock.now()).toISOString().slice(0, 10),
    commit: measuredCommit(),
    machine: `${cpus().length} cores of ${cpu?.model.trim() ?? 'an unknown processor'}, Node ${process.version}`,
    load: (loadavg()[0] ?? 0).toFixed(1),
    isQuick,
  };
}

type How = { isQuick: boolean; withBugs: boolean };

async function attacked(attack: Attack, { isQuick, withBugs }: How): Promise<AttackRow> {
  console.error(`${attack.name} …`);
  const findings = await runAttack(attack.name, isQuick ? 'quick' : 'full');
  for (const line of findings.broken) console.log(`${attack.name}: ${line}`);
  console.log(`${attack.name}: ${findings.broken.length === 0 ? 'held' : 'BROKEN'} (${findings.figures})`);
  const found: AttackRow['bugs'] = [];
  for (const bug of withBugs ? PLANTED.filter((one) => one.attack === attack.name) : []) {
    const { broken } = await runAttack(attack.name, 'quick', bug);
    found.push({ bug, foundBy: broken[0] ?? null });
    console.log(`  ${bug.name}: ${broken[0] === undefined ? 'NOT FOUND' : `found (${broken[0]})`}`);
  }
  return { attack, findings, bugs: found };
}

/** Those whose figures are times run alone, the others as many at a time as there are cores. */
async function attackedAll(chosen: readonly Attack[], how: How): Promise<AttackRow[]> {
  const rows: AttackRow[] = [];
  for (const attack of chosen) if (LOAD_ATTACKS.includes(attack)) rows.push(await attacked(attack, how));
  const waiting = chosen.filter((attack) => !LOAD_ATTACKS.includes(attack));
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      rows.push(await attacked(next, how));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return chosen.map((attack) => rows.find((row) => row.attack === attack) as AttackRow);
}

program.action(async (name: string | undefined, { quick, bugs }: { quick?: true; bugs: boolean }) => {
  const chosen = chosenByName(ATTACKS, name);
  const run = runNow(quick === true);
  const rows = await attackedAll(chosen, { isQuick: run.isQuick, withBugs: bugs });
  if (bugs) writeFileSync(PAGE, attacksPage(readFileSync(PAGE, 'utf8'), rows, run, ATTACKS));
  const holds = rows.every(
    ({ findings, bugs: planted }) =>
      findings.broken.length === 0 && planted.every(({ foundBy }) => foundBy !== null),
  );
  process.exitCode = holds ? 0 : 1;
});

await runNpmCommand(program);
