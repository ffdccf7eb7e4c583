import { availableParallelism } from 'node:os';
import { chosenByName, npmCommand, runNpmCommand, wholeBetween } from '@saleyard/app/command-line.ts';
import { findMutant } from './find-mutant.ts';
import { type Found, MUTANT_SEEDS, type Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';

const program = npmCommand('simulate:mutants')
  .description(
    `Plants one bug after another in the source, each in a process of its own, and
lets the simulation's seeds from 1 on look for it. Prints which seed found it,
and what did not hold.`,
  )
  .argument('[name]', 'only the mutants whose name holds this')
  .option('--seeds <n>', 'seeds that look for each', wholeBetween(1, 100_000), MUTANT_SEEDS)
  .addHelpText(
    'after',
    '\nExit codes: 0 all were found, 1 one was not, 2 wrong use or one could not be planted.',
  );

type Row = { mutant: Mutant; found: Found | null };

async function findAll(mutants: readonly Mutant[], seeds: number): Promise<Row[]> {
  const waiting = [...mutants];
  const rows: Row[] = [];
  const worker = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      console.error(`looking for: ${mutant.name} …`);
      rows.push({ mutant, found: await findMutant(mutant, 1, seeds) });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return mutants.map((mutant) => rows.find((row) => row.mutant === mutant) as Row);
}

program.action(async (name: string | undefined, { seeds }: { seeds: number }) => {
  const rows = await findAll(chosenByName(MUTANTS, name), seeds);
  console.log('| mutant | what it does wrong | seed | what did not hold |\n| --- | --- | --- | --- |');
  for (const { mutant, found } of rows) {
    const how = found === null ? '| not found | |' : `| ${found.seed} | ${found.invariant} |`;
    console.log(`| ${mutant.name} | ${mutant.what} ${how}`);
  }
  process.exitCode = rows.every(({ found }) => found !== null) ? 0 : 1;
});

await runNpmCommand(program);
