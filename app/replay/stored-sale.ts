import type { Policy } from '@saleyard/domain/auction/policy.ts';
import type { Config } from '@saleyard/platform/config/config.ts';
import { identified, UnknownAuction } from '../audit/audit.ts';
import { UNREADABLE } from '../audit/command.ts';
import { hasLog, withLog } from '../audit/stores.ts';
import { whatIf } from '../audit/what-if.ts';
import { malformed, type Printed } from './replay.ts';
import { swapPolicy } from './swap-policy.ts';

type Wanted = {
  config: Config;
  policy: readonly string[];
  explain?: string | undefined;
  pretty?: boolean | undefined;
};

/**
 * Decides the stored commands of a sale under another policy and prints, as JSON, which decisions and which lots would
 * have differed. Reads the log only.
 */
export async function replaySale(
  sale: string,
  { config, policy, explain, pretty = false }: Wanted,
): Promise<Printed> {
  if (!/^[1-9]\d{0,14}$/.test(sale)) return malformed(`${sale} is not the number of an auction`);
  if (explain !== undefined)
    return malformed('--explain is of scripts; of a sale: saleyard audit NUMBER --lot LOT');
  if (policy.length === 0)
    return malformed('a --sale needs a --policy; as it was decided: saleyard audit NUMBER');
  const swap = swapPolicy<Partial<Policy>>({}, policy);
  if (typeof swap === 'string') return malformed(swap);
  if (!hasLog(config)) return malformed(`there is no event log in ${config.data}`);
  try {
    const answer = await withLog(config, async (log) => {
      const auction = await identified({ log, number: Number(sale) }, () => {});
      return whatIf(log, auction, swap);
    });
    return { exitCode: 0, stdout: `${JSON.stringify(answer, null, pretty ? 2 : undefined)}\n`, stderr: '' };
  } catch (error) {
    if (error instanceof UnknownAuction) return malformed(error.message);
    if (!UNREADABLE.some((kind) => error instanceof kind)) throw error;
    const stderr = `saleyard replay: the log could not be read: ${(error as Error).message}\n`;
    return { exitCode: 3, stdout: '', stderr };
  }
}
