import { Command } from 'commander';
import { findPhrases, workspaceOf } from './find.ts';

/** Prints how many banned words each workspace holds, or those of files whose path begins with a place. */
function print(places: readonly string[]): void {
  const found = findPhrases();
  if (places.length > 0) {
    const listed = found.filter(({ file }) => places.some((place) => file.startsWith(place)));
    for (const { file, line, word, around, write } of listed) {
      console.log(`${file}:${line}: "${word}" (${write})\n    … ${around} …`);
    }
    console.log(`${listed.length} found`);
  } else {
    const counts = new Map<string, number>();
    for (const { file } of found) counts.set(workspaceOf(file), (counts.get(workspaceOf(file)) ?? 0) + 1);
    for (const [workspace, count] of [...counts].sort())
      console.log(`${workspace.padEnd(14)}${String(count).padStart(5)}`);
    console.log(`${'all'.padEnd(14)}${String(found.length).padStart(5)}\nnpm run words -- PLACE lists them`);
  }
}

await new Command('npm run words --')
  .description('Counts the banned words in comments, texts and documents, by workspace.')
  .argument('[place...]', 'lists those of files whose path begins so')
  .exitOverride((end) => process.exit(end.exitCode === 0 ? 0 : 2))
  .action(print)
  .parseAsync();
