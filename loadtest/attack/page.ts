import type { Attack, Findings, PlantedBug } from './attack.ts';

/** One attack, what it found, and whether it found the bugs that were planted for it. */
export type AttackRow = {
  attack: Attack;
  findings: Findings;
  bugs: { bug: PlantedBug; foundBy: string | null }[];
};

const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 240);

/** The reference page of the attacks, in Markdown. */
export function attacksPage(
  rows: readonly AttackRow[],
  { commit, machine, isQuick }: { commit: string; machine: string; isQuick: boolean },
): string {
  const results = rows.map(
    ({ attack, findings }) =>
      `| \`${attack.name}\` | ${cell(attack.tries)} | ${cell(attack.holds)} | ${cell(findings.figures)} | ${findings.broken.length === 0 ? 'holds' : `**broken**: ${cell(findings.broken[0] ?? '')}`} |`,
  );
  const bugs = rows.flatMap(({ attack, bugs: planted }) =>
    planted.map(
      ({ bug, foundBy }) =>
        `| ${cell(bug.name)} | ${cell(bug.what)} | \`${attack.name}\` | ${foundBy === null ? '**not found**' : cell(foundBy)} |`,
    ),
  );
  return `# Attacks

What came of \`npm run attack${isQuick ? ' -- --quick' : ''}\` at commit \`${commit}\`, on ${machine}. Each attack has a Saleyard of its own on loopback addresses. The
tests run all of them too, ${isQuick ? 'in the same way' : 'with fewer connections, kills and flips'}. Operations are taken from the
[OpenAPI](openapi.json), so that a new one is attacked without a word more. [Decision 63](../decisions/0063-attacks-as-a-suite.md)
says why it is made so.

| attack | what is tried | what must hold | figures | |
| --- | --- | --- | --- | --- |
${results.join('\n')}

## Planted bugs

An attack that finds nothing may be a weak one. Each is run again with a bug planted in the source, which it must find.

| bug | what it does wrong | attack | first thing that was found |
| --- | --- | --- | --- |
${bugs.join('\n')}

## Running them

- \`npm run attack\`: all of them and all bugs, and writes this page. It takes half an hour, with \`--quick\` a third of that.
- \`npm run attack -- injection\`: one. \`--quick\` is what the tests do (fewer connections, kills and flips), \`--no-bugs\` leaves the bugs out.
- \`disk-full\` mounts a small file system in memory, for which it must be run as root; otherwise it says that it was not run.
`;
}
