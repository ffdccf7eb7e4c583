import type { Rolldown } from 'vite';
import { BORROWED, SCREEN_MODULES } from './first-loads.ts';

type ModuleInfo = Pick<Rolldown.ModuleInfo, 'importers' | 'dynamicImporters'>;
type Graph = { getModuleInfo(id: string): ModuleInfo | null };

/** The modules that load this one as soon as they are loaded, and itself. */
function loadedWith(id: string, graph: Graph, all = new Set<string>()): Set<string> {
  if (all.has(id)) return all;
  all.add(id);
  for (const importer of graph.getModuleInfo(id)?.importers ?? []) loadedWith(importer, graph, all);
  return all;
}

/**
 * The chunk of a module: what the same screens need, of those that are opened from outside, is one file. Each file costs
 * a phone a trip to the server, and this makes few of them, while no screen loads more than it did.
 * @returns null where a module keeps a chunk of its own, or no such screen needs it
 */
export function screenChunk(id: string, graph: Graph): string | null {
  if (graph.getModuleInfo(id)?.dynamicImporters.length !== 0) return null;
  const needing = [...loadedWith(id, graph)];
  const screens = SCREEN_MODULES.flatMap((module, place) =>
    needing.some((one) => one.endsWith(`/web/${module}`)) ? [place] : [],
  );
  if (screens.length === 0) return null;
  const isBorrowed =
    screens.join('') === String(SCREEN_MODULES.indexOf(BORROWED.of)) &&
    needing.some((one) => one.endsWith(`/web/${BORROWED.module}`));
  return `screens-${screens.join('')}${isBorrowed ? '-borrowed' : ''}`;
}
