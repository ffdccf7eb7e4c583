import { type Config, type ConfigFlags, readConfig } from '@saleyard/platform/config/config.ts';
import { withSecretFiles } from '@saleyard/platform/config/secret-files.ts';

/** The configuration from the environment and these flags; a setting that can't be used ends the process with 2. */
export function settings(flags: ConfigFlags): Config {
  const { environment, problems } = withSecretFiles(process.env);
  const result = readConfig(environment, flags);
  if (problems.length === 0 && result.outcome === 'valid') return result.config;
  const found = result.outcome === 'invalid' ? [...problems, ...result.problems] : problems;
  for (const { message } of found) console.error(`saleyard: ${message}`);
  process.exit(2);
}

/** The web's address as people type it. */
export const siteOriginOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;
