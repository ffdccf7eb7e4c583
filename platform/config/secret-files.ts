import { readFileSync } from 'node:fs';
import { type ConfigProblem, SETTINGS } from './config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with each secret that is in a file: `NATS_URL_FILE=/run/secrets/nats` is `NATS_URL` with what
 * the file says. A file that can't be read or is empty, or one beside the variable itself, is reported by name.
 */
export function withSecretFiles(
  environment: Environment,
  readFile: (name: string) => string = (name) => readFileSync(name, 'utf8'),
): { environment: Environment; problems: readonly ConfigProblem[] } {
  const filled: Record<string, string | undefined> = { ...environment };
  const problems: ConfigProblem[] = [];
  for (const { variable, secret } of Object.values(SETTINGS)) {
    const named = `${variable}_FILE`;
    const file = secret && environment[named];
    if (!file) continue;
    if (environment[variable]) {
      problems.push({ variable, message: `${variable} and ${named} are both set` });
      continue;
    }
    try {
      const value = readFile(file).trim();
      if (value === '') problems.push({ variable: named, message: `${named} names a file that is empty` });
      else filled[variable] = value;
    } catch {
      problems.push({ variable: named, message: `${named} names a file that cannot be read` });
    }
  }
  return { environment: filled, problems };
}
