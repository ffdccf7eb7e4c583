import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { forgetPasskeys } from './passkeys.ts';
import { forgetSecondFactor } from './second-factors.ts';

/** Removes an account's authenticator app, recovery codes and passkeys. */
export async function clearSecondFactor(secrets: Secrets, account: string): Promise<void> {
  await forgetSecondFactor(secrets, account);
  await forgetPasskeys(secrets, account);
}
