/** What ends a server in order: a stop, Ctrl-C, and its terminal being closed. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Calls `stop` at each signal to end. `stop` is called again at a second one. */
export function onStopSignal(stop: () => void): void {
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
}

/**
 * Output that cannot be written (a closed terminal, a full disk) doesn't end this process: it would otherwise end in the
 * middle of its stop.
 */
export function surviveLostOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}
