import type { Attack, Findings, PlantedBug } from './attack.ts';

/** One attack, what it found, and whether it found the bugs that were planted for it. */
export type AttackRow = {
  attack: Attack;
  findings: Findings;
  bugs: { bug: PlantedBug; foundBy: string | null }[];
};

/**
 * When and where attacks were run, in words. `date`: YYYY-MM-DD. `load`: processes that were running or waiting before
 * it began.
 */
export type AttackRun = { date: string; commit: string; machine: string; load: string; isQuick: boolean };

const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 240);

/** One attack's lines on the page: its own, and those of its bugs. */
type Lines = { result: string; bugs: string[] };

const runOf = ({ date, commit, machine, load, isQuick }: AttackRun): string =>
  `${date} at ${commit}${isQuick ? ', quick' : ''}, on ${machine}, load ${load}`;

const linesOf = ({ attack, findings, bugs }: AttackRow, run: AttackRun): Lines => ({
  result: `| \`${attack.name}\` | ${cell(attack.tries)} | ${cell(attack.holds)} | ${cell(findings.figures)} | ${cell(runOf(run))} | ${findings.broken.length === 0 ? 'holds' : `**broken**: ${cell(findings.broken[0] ?? '')}`} |`,
  bugs: bugs.map(
    ({ bug, foundBy }) =>
      `| ${cell(bug.name)} | ${cell(bug.what)} | \`${attack.name}\` | ${foundBy === null ? '**not found**' : cell(foundBy)} |`,
  ),
});

/** The line of an attack of an earlier page, with its name, and the line of a bug, with the name of its attack. */
const RESULT = /^\| `([^`]+)` \|/;
const BUG = /^\| (?:\\\||[^|])+ \| (?:\\\||[^|])+ \| `([^`]+)` \|/;

/** Each attack's lines on the earlier page, by name. */
function earlierLines(page: string): ReadonlyMap<string, Lines> {
  const lines = page.split('\n');
  const results = lines.flatMap((line) => {
    const name = RESULT.exec(line)?.[1];
    return name === undefined ? [] : [[name, line] as const];
  });
  const bugsOf = (name: string) => lines.filter((line) => BUG.exec(line)?.[1] === name);
  return new Map(results.map(([name, result]) => [name, { result, bugs: bugsOf(name) }]));
}

/**
 * The reference page of the attacks, in Markdown. `earlier`: the present page; its lines of attacks that were
 * not run now stay, with their own date. `all`: the attacks that there are, in the order of the page.
 */
export function attacksPage(
  earlier: string,
  rows: readonly AttackRow[],
  run: AttackRun,
  all: readonly Pick<Attack, 'name'>[],
): string {
  const known = new Map([
    ...earlierLines(earlier),
    ...rows.map((row) => [row.attack.name, linesOf(row, run)] as const),
  ]);
  const shown = all.flatMap(({ name }) => known.get(name) ?? []);
  const missing = all.filter(({ name }) => !known.has(name)).map(({ name }) => `\`${name}\``);
  const notRun = missing.length === 0 ? '' : `\nNot run yet: ${missing.join(', ')}.\n`;
  return `# Attacks

What came of \`npm run attack\`. Each attack has a Saleyard of its own on loopback addresses. The line of each says when it was run last, at
which commit, and the load of the machine before it began, where it was noted; times that were measured under load say as much of the load.
"Quick" is what the tests do, with fewer connections, kills and flips. Operations are taken from the
[OpenAPI](openapi.json), so that a new one is attacked without a word more. [Decision 63](../decisions/0063-attacks-as-a-suite.md)
says why it is made so.
${notRun}
| attack | what is tried | what must hold | figures | run | |
| --- | --- | --- | --- | --- | --- |
${shown.map(({ result }) => result).join('\n')}

## Planted bugs

An attack that finds nothing may be a weak one. Each is run again with a bug planted in the source, which it must find. Its bugs were run
with it.

| bug | what it does wrong | attack | first thing that was found |
| --- | --- | --- | --- |
${shown.flatMap(({ bugs }) => bugs).join('\n')}

## Running them

- \`npm run attack\`: all of them and all bugs, and writes this page. It takes half an hour, with \`--quick\` a third of that.
- \`npm run attack -- injection\`: one. It replaces the lines of that one on this page.
- \`--quick\` is what the tests do (fewer connections, kills and flips). \`--no-bugs\` leaves the bugs out, and the page as it is.
- \`disk-full\` mounts a small file system in memory, for which it must be run as root; otherwise it says that it was not run.
`;
}
