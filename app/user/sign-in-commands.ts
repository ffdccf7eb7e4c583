import { createEmailLookup } from '@saleyard/command-api/accounts/contact-lookup.ts';
import { clearSecondFactor } from '@saleyard/command-api/sign-in/clear-second-factor.ts';
import { unlockSignIn } from '@saleyard/command-api/sign-in/sign-in-limiter.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import type { Command } from 'commander';
import { hasLog, reportNoLog, withLog } from '../audit/stores.ts';
import { keyRingIn } from '../server/key-ring.ts';
import { holdsEvents, LogNotContinued } from '../server/log-continuity.ts';
import { settings } from '../server/settings.ts';
import { openSecrets, placesOf } from '../server/stores.ts';

type Data = { data?: string };

/** Whether a start would need the keys that this log was written with. */
const isInUse = async (log: EventLog): Promise<boolean> =>
  (await log.keyRing()) !== undefined || (await holdsEvents(log));

/** Runs something on the secrets, beside a Saleyard that runs on them or not. Nobody has the address: it ends with 1. */
async function withSecrets(
  email: string,
  { data }: Data,
  act: (secrets: Secrets, account: string, emailHash: string) => Promise<string>,
): Promise<void> {
  const config = settings({ data, role: 'all' });
  if (!hasLog(config)) return reportNoLog('user', config);
  const secrets = await openSecrets(config, { isBeside: true });
  try {
    // Keys made here would hide that those of the log are lost.
    if ((await keyRingIn(secrets)) === undefined && (await withLog(config, isInUse))) {
      const lost = { kind: 'no-keys', identity: undefined, position: -1, reached: -1 } as const;
      process.stderr.write(`saleyard user: ${new LogNotContinued(lost, placesOf(config)).message}\n`);
      process.exitCode = 1;
      return;
    }
    const emails = await createEmailLookup({ secrets, clock: systemClock });
    const account = await emails.find(email);
    if (account === undefined) {
      process.stderr.write(`saleyard user: no account has the address ${email}\n`);
      process.exitCode = 1;
      return;
    }
    process.stdout.write(`${await act(secrets, account, emails.hashOf(email))}\n`);
  } finally {
    await secrets.close();
  }
}

/** Adds to `saleyard user` what lets a person sign in again. Both work while Saleyard runs. */
export function signInCommands(user: Command): void {
  const command = (name: string, description: string) =>
    user
      .command(name)
      .description(description)
      .argument('<email>', 'the e-mail address of the account')
      .option('--data <folder>', 'where the data is kept (or SALEYARD_DATA)');

  command('unlock', 'forget failed sign-ins, so that a person who was locked out can try again').action(
    (email: string, options: Data) =>
      withSecrets(email, options, async (secrets, _account, emailHash) => {
        await unlockSignIn(secrets, emailHash, systemClock.now());
        return `${email} can sign in again.`;
      }),
  );
  command(
    'clear-second-factor',
    'remove the authenticator app, the recovery codes and the passkeys of a person who lost them',
  ).action((email: string, options: Data) =>
    withSecrets(email, options, async (secrets, account) => {
      await clearSecondFactor(secrets, account);
      return `${email} signs in with the password alone; an administrator sets up a new second factor then.`;
    }),
  );
}
