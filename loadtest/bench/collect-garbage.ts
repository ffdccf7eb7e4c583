import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Runs the garbage collector now, since Node would otherwise choose a moment during a measurement. */
export function collectGarbage(): void {
  setFlagsFromString('--expose_gc');
  runInNewContext('gc')();
}
