import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { findMutant } from './find-mutant.ts';
import { type Found, MUTANT_SEEDS, type Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';

const count = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 100_000) throw new InvalidArgumentError('1 to 100000');
  return value;
};

const program = new Command('simulate:mutants')
  .description(
    `Plants one bug after another in the source, each in a process of its own, and lets the simulation's seeds from 1 on
look for it. Prints which seed found it, and what did not hold.`,
  )
  .argument('[name]', 'only the mutants whose name holds this')
  .option('--seeds <n>', 'seeds that look for each', count, MUTANT_SEEDS)
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
  const chosen = MUTANTS.filter((mutant) => name === undefined || mutant.name.includes(name));
  if (chosen.length === 0)
    program.error(`no mutant is called so; there are ${MUTANTS.map((m) => m.name).join(', ')}`, {
      exitCode: 2,
    });
  const rows = await findAll(chosen, seeds);
  console.log('| mutant | what it does wrong | seed | what did not hold |\n| --- | --- | --- | --- |');
  for (const { mutant, found } of rows) {
    const how = found === null ? '| not found | |' : `| ${found.seed} | ${found.invariant} |`;
    console.log(`| ${mutant.name} | ${mutant.what} ${how}`);
  }
  process.exitCode = rows.every(({ found }) => found !== null) ? 0 : 1;
});

program.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
await program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
