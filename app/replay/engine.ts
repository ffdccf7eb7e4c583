import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { fold } from '@saleyard/domain/auction/evolve.ts';
import { parseScript, type Script } from '@saleyard/domain/auction/script.ts';
import { runScript } from '@saleyard/domain/auction/script-run.ts';

/** The engine alone, for whoever measures it from outside: a script in, events out, events folded. */

/** Reads a script from its JSON value. @throws Error with the line that names what is wrong with it. */
export function readScript(value: unknown): Script {
  const parsed = parseScript(value);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.script;
}

/** Decides every command of a script, and folds what they led to on the way. */
export const decideAll = (script: Script): AuctionEvent[] => runScript(script).events;

/** Folds events from nothing; answers how many there were. */
export const foldAll = (events: readonly AuctionEvent[]): number => fold(events).version;
