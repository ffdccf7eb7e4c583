import { type Config, type ConfigFlags, readConfig } from '@saleyard/platform/config/config.ts';

/** The configuration from the environment and these flags; a setting that can't be used ends the process with 2. */
export function settings(flags: ConfigFlags): Config {
  const result = readConfig(process.env, flags);
  if (result.outcome === 'valid') return result.config;
  for (const { message } of result.problems) console.error(`saleyard: ${message}`);
  process.exit(2);
}
