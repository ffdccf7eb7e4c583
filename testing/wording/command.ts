import { parseArgs } from 'node:util';
import { findPhrases, workspaceOf } from './find.ts';

/**
 * `npm run words`: how many banned words the comments, texts and documents of each workspace hold.
 * `npm run words -- PLACE …` lists those of files whose path begins with a place.
 */
const { positionals: places } = parseArgs({ allowPositionals: true });
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
