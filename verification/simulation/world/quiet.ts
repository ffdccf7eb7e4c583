/** Turns of the event loop that may follow from one task; more means that something goes round for ever. */
const TURNS_LIMIT = 100_000;

/** Something waits for the machine's own time or for its disk: the same seed would not give the same run again. */
export class RealWaiting extends Error {
  constructor(what: string) {
    super(`${what}; a simulation must wait for virtual time only`);
    this.name = 'RealWaiting';
  }
}

/** Immediates that are asked for and have not run. */
function pendingImmediates(): number {
  let count = 0;
  for (const resource of process.getActiveResourcesInfo()) if (resource === 'Immediate') count += 1;
  return count;
}

/** Timers of the machine that are running. */
export function realTimers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
}

/**
 * Resolves when no promise and no immediate is left that could go on without something else happening. Promises are
 * settled before each immediate runs, so the last immediate sees whether anything is left.
 * @throws RealWaiting when it never becomes quiet
 */
export function quiet(): Promise<void> {
  return new Promise((resolve, reject) => {
    let turns = 0;
    const look = (): void => {
      turns += 1;
      if (pendingImmediates() === 0) resolve();
      else if (turns > TURNS_LIMIT) reject(new RealWaiting('the event loop does not become quiet'));
      else setImmediate(look);
    };
    setImmediate(look);
  });
}
