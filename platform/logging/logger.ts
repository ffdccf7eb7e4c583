import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import type { LogLevel } from '../config/config.ts';
import { redacted, redactedText } from './redaction.ts';

/** The log of what the process does (not the event log): one JSON line each, with nothing private in it. */
export type Logger = PinoLogger;

/**
 * A logger that writes JSON lines to `destination` (standard output when left out). What is private is taken
 * out of every object, text and error before it is written, for every caller.
 */
export function createLogger(options: {
  level: LogLevel;
  name?: string;
  destination?: DestinationStream;
}): Logger {
  const { level, name = 'saleyard', destination } = options;
  return pino(
    {
      level,
      name,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: redacted, error: redacted },
      formatters: {
        level: (label) => ({ level: label }),
        bindings: (bindings) => ({ name: bindings['name'] }),
        log: (object) => redacted(object) as Record<string, unknown>,
      },
      hooks: {
        logMethod(args, method) {
          const cleaned: unknown[] = args.map((arg) => (typeof arg === 'string' ? redactedText(arg) : arg));
          // An error alone would become the line's text as it is.
          const [first] = cleaned;
          if (first instanceof Error) cleaned.splice(0, 1, { err: first }, redactedText(first.message));
          method.apply(this, cleaned as typeof args);
        },
      },
    },
    destination ?? standardOutput(),
  );
}

/** Characters that wait to be written at most; the newest are dropped beyond. */
const WAITING_MOST = 1024 * 1024;

/**
 * Standard output. Where it can't be written, as on a full disk or a closed terminal, lines are lost and the process goes
 * on. When it ends, what is left is not written either: the library would try without end.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: WAITING_MOST });
  const flush = output.flushSync.bind(output);
  let isFailing = false;
  output.on('error', () => {
    isFailing = true;
  });
  output.on('write', () => {
    isFailing = false;
  });
  output.flushSync = () => {
    if (!isFailing) flush();
  };
  return output;
}
