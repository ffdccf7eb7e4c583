import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects what nobody holds any more, now: Node does it by itself when it likes, and a measurement has its moment. */
export function collectGarbage(): void {
  setFlagsFromString('--expose_gc');
  runInNewContext('gc')();
}
