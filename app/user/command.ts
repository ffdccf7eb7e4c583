import { createInterface } from 'node:readline';
import { password as askPassword, isCancel } from '@clack/prompts';
import { type Accounts, createAccounts } from '@saleyard/command-api/accounts/accounts.ts';
import { personalDigest, sealText } from '@saleyard/command-api/accounts/personal-data.ts';
import { handleCommand } from '@saleyard/command-api/handle-command.ts';
import { REASON_MOST } from '@saleyard/contract/schema.ts';
import { TYPE_OF_APPROVED, typeOfOpened } from '@saleyard/domain/account/access.ts';
import type { AccountCommandBody, ApprovedStatus } from '@saleyard/domain/account/commands.ts';
import { newPasswordProblem } from '@saleyard/domain/account/credentials.ts';
import type { AccountRole } from '@saleyard/domain/account/events.ts';
import type { AccountState } from '@saleyard/domain/account/state.ts';
import { ACCOUNT_STATUSES, type AccountStatus } from '@saleyard/domain/account/status.ts';
import { personalProblems } from '@saleyard/domain/account/validation.ts';
import { type EventOf, idOf, STREAMS } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { EventLogInUse, type RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { openOutbox } from '@saleyard/platform/outbox/outbox.ts';
import { createSessions } from '@saleyard/platform/sessions/sessions.ts';
import { accountsReadModel } from '@saleyard/projections/accounts/accounts.queries.ts';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { hasLog, reportNoLog } from '../audit/stores.ts';
import { settings } from '../server/settings.ts';
import { openStores, type Stores } from '../server/stores.ts';
import { signInCommands } from './sign-in-commands.ts';

/** The actor of what an operator of the machine does, who has no account. */
const OPERATOR = { kind: 'system', id: 'command-line' } as const;

/** An error that the caller can fix. Printed as it is. */
class UserFailure extends Error {}

type Parts = { stores: Stores; accounts: Accounts };
type Data = { data?: string };

/** Runs something on the configured stores, which only `add` may begin. An error that the caller can fix ends with 1. */
async function withAccounts(
  { data }: Data,
  act: (parts: Parts) => Promise<void>,
  { mayBegin = false } = {},
): Promise<void> {
  const config = settings({ data, role: 'all' });
  if (!mayBegin && !hasLog(config)) return reportNoLog('user', config);
  const logger = createLogger({ level: 'warn' });
  let stores: Stores;
  try {
    stores = await openStores(config, { clock: systemClock, logger });
  } catch (error) {
    if (!(error instanceof EventLogInUse)) throw error;
    return fail(`${error.message}; stop it first, or act on its pages for staff`);
  }
  const accounts = await createAccounts({
    ...stores,
    clock: systemClock,
    logger,
    readModel: accountsReadModel(stores.documents),
  });
  try {
    await act({ stores, accounts });
  } catch (error) {
    if (!(error instanceof UserFailure)) throw error;
    fail(error.message);
  } finally {
    await accounts.stop();
    await stores.close();
  }
}

function fail(problem: string): void {
  process.stderr.write(`saleyard user: ${problem}\n`);
  process.exitCode = 1;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The id of an account named by its e-mail address, its short id or its id. @throws UserFailure */
async function accountOf({ accounts, stores }: Parts, name: string): Promise<string> {
  if (name.includes('@')) {
    const account = await accounts.directory.byEmail(name);
    if (account === null) throw new UserFailure(`no account has the address ${name}`);
    return account._id;
  }
  const known = await accounts.directory.account(name);
  if (known !== null) return name;
  for await (const [id, state] of everyAccount(stores))
    if (state.shortId.toLowerCase() === name.toLowerCase()) return id;
  throw new UserFailure(`no account is called ${name}`);
}

/** Every account as the log leaves it, in the order of registration. */
async function* everyAccount({ log }: Stores): AsyncGenerator<[string, NonNullable<AccountState>]> {
  const { decider, prefix } = STREAMS.account;
  const states = new Map<string, AccountState>();
  for await (const item of log.subscribe({ streams: [prefix] })) {
    if (item.kind === 'caughtUp') break;
    for (const event of item.events) {
      const id = idOf(STREAMS.account, event.stream);
      const own = event as RecordedEvent<EventOf<'account'>>;
      states.set(id, decider.evolve(states.get(id) ?? decider.initial, own));
    }
  }
  for (const [id, state] of states) if (state !== null) yield [id, state];
}

/** Runs a command of the operator's. `reason` is sealed under the account's own key. @throws UserFailure */
async function act(
  { stores, accounts }: Parts,
  id: string,
  reason: string,
  bodyOf: (sealed: string) => AccountCommandBody,
): Promise<void> {
  const { secrets } = accounts;
  const parts = { log: stores.log, clock: systemClock };
  const reply = await handleCommand(parts, STREAMS.account, {
    id,
    commandId: newId(),
    actor: OPERATOR,
    body: bodyOf(await sealText(secrets, id, reason)),
    digest: await personalDigest(secrets, id, bodyOf(reason)),
  });
  if (reply.outcome === 'refused') throw new UserFailure(`it was refused: ${reply.refusal.code}`);
  if (reply.outcome !== 'accepted') throw new UserFailure(`it could not be stored: ${reply.outcome}`);
}

/** A password that is typed, or the first line of the input. Not an argument, since other users can see those. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) {
    const typed = await askPassword({ message: 'Password of the new account' });
    if (isCancel(typed)) throw new UserFailure('nothing was done');
    return typed;
  }
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

type AddOptions = Data & {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  role?: 'admin' | 'auditor';
  status: 'registered' | ApprovedStatus;
};

async function add(options: AddOptions): Promise<void> {
  const { email, firstName, lastName, phone, role = null, status } = options;
  const person = { email, firstName, lastName, phone };
  const [problem] = personalProblems({ ...person, secondaryPhone: '' });
  if (problem !== undefined) return fail(`${problem.field}: ${problem.message}`);
  const secret = await readPassword();
  const unfit = newPasswordProblem(secret);
  if (unfit !== null) return fail(unfit);
  await withAccounts(
    options,
    async ({ accounts }) => {
      const type = typeOfOpened(status);
      const reply = await accounts.register(
        { person, password: secret, status, type, role, stockTypes: [], approvedStockTypes: [] },
        OPERATOR,
      );
      if (reply.outcome === 'email-taken') throw new UserFailure(`${email} has an account already`);
      if (reply.outcome !== 'registered') throw new UserFailure(`it could not be stored: ${reply.outcome}`);
      print(`${email} has an account${role === null ? '' : ` and is ${role}`}: ${reply.account}`);
    },
    { mayBegin: true },
  );
}

type ListOptions = Data & { role?: 'admin' | 'auditor'; status?: AccountStatus; suspended?: true };

/** One line an account; tabs between, so that other programs can cut it. */
const list = (options: ListOptions): Promise<void> =>
  withAccounts(options, async ({ accounts, stores }) => {
    const { role, status, suspended } = options;
    let shown = 0;
    for await (const [id, state] of everyAccount(stores)) {
      if (state.isForgotten || (role && state.role !== role) || (status && state.status !== status)) continue;
      if (suspended && !state.isSuspended) continue;
      const person = await accounts.directory.personOf(id);
      const name = person === null ? '' : `${person.firstName} ${person.lastName}`;
      const marks = [state.role ?? '', state.isSuspended ? 'suspended' : ''].filter(Boolean).join(' ');
      print([state.shortId, person?.email ?? '', name, state.status, marks, id].join('\t').trimEnd());
      shown += 1;
    }
    if (shown === 0) process.stderr.write('No account fits.\n');
  });

const forget = (name: string, options: Data): Promise<void> =>
  withAccounts(options, async (parts) => {
    const { stores, accounts } = parts;
    const { documents, secrets } = stores;
    const outbox = await openOutbox({ documents, secrets, clock: systemClock });
    const id = await accountOf(parts, name);
    const sessions = await createSessions({ documents, secrets, clock: systemClock, secure: false });
    await sessions.revokeAllOf(id);
    await outbox.forget(id);
    await accounts.forget(id, OPERATOR);
    print(`${id} is forgotten: nobody can read who it was. What the account did stays.`);
  });

/** Why an account is suspended or restored: as long as REST lets it be. @throws InvalidArgumentError */
function reasonOption(given: string): string {
  const reason = given.trim();
  if (reason.length >= 1 && reason.length <= REASON_MOST) return reason;
  throw new InvalidArgumentError(`It must have 1 to ${REASON_MOST} characters.`);
}

/** Adds `saleyard user` to the command line: what only an operator of the machine may do to accounts. */
export function userCommand(program: Command): void {
  const user = program
    .command('user')
    .description('add accounts, give roles, suspend, restore and forget people, let them sign in again');
  const inData = (command: Command): Command =>
    command.option('--data <folder>', 'where the data is kept (or SALEYARD_DATA)');
  const account = new Argument('<account>', 'its e-mail address, short id or id');

  inData(user.command('add'))
    .description('add an account; its password is typed, or read from the input')
    .requiredOption('--email <address>', 'its e-mail address')
    .requiredOption('--first-name <name>', 'the first name of the person')
    .requiredOption('--last-name <name>', 'the last name of the person')
    .requiredOption('--phone <number>', 'ten digits')
    .addOption(new Option('--role <role>', 'makes the person staff').choices(['admin', 'auditor']))
    .addOption(
      new Option('--status <status>', 'what the account may do')
        .choices(['registered', ...Object.keys(TYPE_OF_APPROVED)])
        .default('registered'),
    )
    .action(add);
  inData(user.command('role'))
    .description('give an account a role, or take it away')
    .addArgument(account)
    .addArgument(new Argument('<role>', 'the role from now').choices(['admin', 'auditor', 'none']))
    .action((name: string, role: 'admin' | 'auditor' | 'none', options: Data) =>
      withAccounts(options, async (parts) => {
        const given: AccountRole = role === 'none' ? null : role;
        await act(parts, await accountOf(parts, name), '', () => ({ type: 'changeRole', role: given }));
        print(`${name}: ${role === 'none' ? 'no role' : role}`);
      }),
    );
  for (const [type, said] of [
    ['suspend', 'suspended'],
    ['restore', 'restored'],
  ] as const) {
    inData(user.command(type))
      .description(type === 'suspend' ? 'suspend an account' : 'end the suspension of an account')
      .addArgument(account)
      .requiredOption('--reason <text>', 'why; staff read it in the history of the account', reasonOption)
      .action((name: string, { reason, ...options }: Data & { reason: string }) =>
        withAccounts(options, async (parts) => {
          const id = await accountOf(parts, name);
          await act(parts, id, reason, (sealed) => ({ type, reason: sealed }));
          print(`${name}: ${said}`);
        }),
      );
  }
  inData(user.command('list'))
    .description('list accounts: short id, e-mail, name, status, role, id')
    .addOption(new Option('--role <role>', 'only staff of this role').choices(['admin', 'auditor']))
    .addOption(new Option('--status <status>', 'only those of this status').choices(ACCOUNT_STATUSES))
    .option('--suspended', 'only suspended ones')
    .action(list);
  inData(user.command('forget'))
    .description('forget a person for ever: nobody can read who the account was; what it did stays')
    .addArgument(account)
    .action(forget);
  signInCommands(user);
}
