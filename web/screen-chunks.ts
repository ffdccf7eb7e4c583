import type { Rolldown } from 'vite';
import { SCREEN_MODULES } from './first-loads.ts';

/** Chunks that are left as they are: libraries, which change less often than what is ours. */
const KEPT = new Set(['base', 'rxjs', 'controls']);

type Chunk = Rolldown.OutputChunk;

/** A chunk with all that is loaded before it. */
function withImports(bundle: ReadonlyMap<string, Chunk>, chunk: Chunk, all = new Set<Chunk>()): Set<Chunk> {
  if (all.has(chunk)) return all;
  all.add(chunk);
  for (const name of chunk.imports) {
    const other = bundle.get(name);
    if (other) withImports(bundle, other, all);
  }
  return all;
}

/**
 * Reads a build, and says of each module in which chunk it should be: what the same screens need of those that are opened
 * from outside is one file. Each file costs a phone a trip to the server, and this makes few of them, where no screen loads
 * more than it did. It is read from a build, since only that knows what is left of each module.
 */
export function screenChunks(chunks: readonly Chunk[]): ReadonlyMap<string, string> {
  const bundle = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = chunks.find(({ isEntry }) => isEntry);
  const always = entry ? withImports(bundle, entry) : new Set<Chunk>();
  const needs = SCREEN_MODULES.map((module) => {
    const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${module}`));
    return screen ? withImports(bundle, screen) : new Set<Chunk>();
  });
  const names = new Map<string, string>();
  for (const chunk of chunks) {
    // What is loaded by its own name keeps a chunk of its own.
    if (always.has(chunk) || chunk.isDynamicEntry || KEPT.has(chunk.name)) continue;
    const screens = needs.flatMap((needed, place) => (needed.has(chunk) ? [place] : []));
    if (screens.length > 0) for (const id of chunk.moduleIds) names.set(id, `screens-${screens.join('')}`);
  }
  return names;
}
