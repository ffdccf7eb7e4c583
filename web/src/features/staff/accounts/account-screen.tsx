import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { staffAccountOperations } from '@saleyard/contract/operations/staff-accounts.ts';
import { REASON_MOST } from '@saleyard/contract/schema.ts';
import type { AccountHistoryEntry, StaffAccount } from '@saleyard/contract/staff-accounts.ts';
import { sells } from '@saleyard/domain/account/access.ts';
import { APPROVED_STATUSES, type ApprovedStatus } from '@saleyard/domain/account/commands.ts';
import { STOCK_TYPES, type StockType } from '@saleyard/domain/account/events.ts';
import { type AccountStatus, statusLabel } from '@saleyard/domain/account/status.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call, callForPage } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { shownIdentifier } from '@/lib/labels.ts';
import { isFirstRead, rowsOf } from '@/lib/query-client.ts';
import { isStaff, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox, CheckboxGroup } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { useUrlPage } from '@/ui/filters/url-filters.tsx';
import { Select } from '@/ui/inputs.tsx';
import { Grid, Row, Text } from '@/ui/layout.tsx';
import { BackLink, Failed, Loading, Page, ReadRows } from '@/ui/page.tsx';
import { Pager } from '@/ui/pager.tsx';
import { useQuestion } from '@/ui/question-dialog.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { type Fact, FactPanel, TitledPanel } from '@/ui/titled-panel.tsx';
import { toast } from '@/ui/toasts.tsx';
import classes from './account.module.css';
import { GUARDED_TITLES, type GuardedAct, GuardedDialog } from './guarded-acts.tsx';

const accountQuery = (account: string) =>
  queryOptions({
    queryKey: ['staff', 'account', account],
    queryFn: async ({ signal }) =>
      (await call(staffAccountOperations.staffAccount, { params: { account }, signal })).account,
  });

const historyQuery = (account: string, page: number) =>
  queryOptions({
    queryKey: ['staff', 'account', account, 'history', page],
    queryFn: ({ signal }) =>
      callForPage(staffAccountOperations.accountHistory, { params: { account }, query: { page }, signal }),
    placeholderData: rowsOf('staff', 'account', account, 'history'),
  });

type Action = 'approve' | 'partially-approve' | 'decline' | 'suspend' | 'restore';

const TITLES: Readonly<Record<Action, string>> = {
  approve: 'Approve',
  'partially-approve': 'Partially approve',
  decline: 'Decline',
  suspend: 'Suspend',
  restore: 'Restore',
};

/** What each decision means to the person. */
const MEANING: Readonly<Record<Action, string>> = {
  approve: 'The account gets these rights at once, and the person sees it without a reload.',
  'partially-approve': 'The person is asked to complete the profile; then the request comes back here.',
  decline: 'The account keeps the rights that it had before the request.',
  suspend: 'Sign-in is refused, open pages are disconnected, and standing auto-bids stop.',
  restore: 'The person may sign in again, with the rights of before.',
};

type Sent = { reason: string; status: ApprovedStatus; stock: readonly StockType[] };

function useAction(account: string, action: Action, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ reason, status, stock }: Sent): Promise<void> => {
      const params = { account };
      const why = reason.trim();
      switch (action) {
        case 'suspend':
          await call(staffAccountOperations.suspendAccount, { params, body: { reason: why } });
          return;
        case 'restore':
          await call(staffAccountOperations.restoreAccount, { params, body: { reason: why } });
          return;
        case 'approve':
          await call(staffAccountOperations.decideAccess, {
            params,
            body: {
              decision: 'approved',
              status,
              ...(sells(status) && { approvedStockTypes: stock }),
              ...(why !== '' && { reason: why }),
            },
          });
          return;
        default: {
          const decision = action === 'decline' ? 'declined' : 'partially-approved';
          await call(staffAccountOperations.decideAccess, { params, body: { decision, reason: why } });
        }
      }
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['staff'] });
      onDone();
    },
  });
}

/** What the account would become when what it asked for is approved. */
const askedFor = ({ isRequestedAsSeller, status }: StaffAccount): ApprovedStatus =>
  isRequestedAsSeller || sells(status) ? 'approved-buyer-seller' : 'approved-buyer';

/** The dialog for what an act of staff needs: a reason, and for an approval the rights. */
function ActionDialog({
  account,
  action,
  onClose,
}: {
  account: StaffAccount;
  action: Action;
  onClose: () => void;
}) {
  const act = useAction(account._id, action, onClose);
  const { values, set, field, submit } = useSmallForm<Sent>({
    initial: { reason: '', status: askedFor(account), stock: account.stockTypes },
    checks: {
      reason: (reason) => (action !== 'approve' && reason.trim() === '' ? 'Please Enter Reason' : null),
    },
    onSubmit: (sent) => !act.isPending && act.mutate(sent),
  });
  return (
    <Dialog
      title={`${TITLES[action]} ${account.firstName} ${account.lastName}`}
      onClose={onClose}
      withCancel
      actions={
        <Button type="submit" form="account-action" loading={act.isPending}>
          {TITLES[action]}
        </Button>
      }
    >
      <Grid as="form" single gap="md" id="account-action" noValidate onSubmit={submit}>
        <p>{MEANING[action]}</p>
        {action === 'approve' && (
          <Select
            label="Rights"
            value={values.status}
            options={APPROVED_STATUSES.map((one) => ({ value: one, label: statusLabel(one) }))}
            onChange={({ currentTarget }) => set({ status: currentTarget.value as ApprovedStatus })}
          />
        )}
        {action === 'approve' && sells(values.status) && (
          <CheckboxGroup
            label="Stock types to sell"
            value={[...values.stock]}
            onChange={(chosen) => set({ stock: STOCK_TYPES.filter((one) => chosen.includes(one)) })}
          >
            <Row gap="md" mt="xs">
              {STOCK_TYPES.map((one) => (
                <Checkbox key={one} value={one} label={one} />
              ))}
            </Row>
          </CheckboxGroup>
        )}
        <TextField
          label={action === 'approve' ? 'Reason (may be left out)' : 'Reason'}
          most={REASON_MOST}
          {...field('reason')}
        />
        {act.error && <p role="alert">{errorTextOf(act.error).message}</p>}
      </Grid>
    </Dialog>
  );
}

const EVENT_LABELS: Readonly<Record<string, string>> = {
  AccountRegistered: 'Registered',
  AccountStatusChanged: 'Status changed',
  ProfileChanged: 'Profile changed',
  StockTypesRequested: 'Stock types asked for',
  BankDetailsChanged: 'Bank details changed',
  EmailConfirmed: 'E-mail address confirmed',
  PasswordChanged: 'Password changed',
  TermsAccepted: 'Terms accepted',
  SettingsChanged: 'Settings changed',
  FiltersKept: 'Filters kept',
  NotificationsClosed: 'Notifications closed',
  AccessRequested: 'Access asked for',
  AccessDecided: 'Request decided',
  AccountSuspended: 'Suspended',
  AccountRestored: 'Restored',
  RoleChanged: 'Role changed',
  SecondFactorReset: 'Second factor reset',
  AccountForgotten: 'Forgotten',
  LotWatched: 'Lot watched',
  LotUnwatched: 'Lot no longer watched',
  SearchSaved: 'Search saved',
  SavedSearchDeleted: 'Saved search deleted',
  LotsMatched: 'Lots found for saved searches',
  AlertsClosed: 'Alerts closed',
  AlertMailQueued: 'E-mail about found lots',
  AlertMailsStopped: 'E-mails about found lots stopped',
};

/** The words of details that are no words for people. */
const DETAIL_LABELS: Readonly<Record<string, string>> = {
  buyer: 'to buy',
  'buyer-and-seller': 'to buy and sell',
  'partially-approved': 'partially approved',
  admin: 'administrator',
};

function HistoryEntry({ entry }: { entry: AccountHistoryEntry }) {
  const { type, at, by, reason, status, fields, detail } = entry;
  const who = by.name || (by.kind === 'system' ? 'the system' : shownIdentifier(by.id));
  return (
    <li>
      <strong>{EVENT_LABELS[type] ?? type}</strong>
      {detail !== null && `: ${DETAIL_LABELS[detail] ?? shownIdentifier(detail)}`}
      {status !== null && ` (${statusLabel(status as AccountStatus)})`}
      <p>
        {formatShortDateTime(at)}, {who}
        {fields.length > 0 && `; ${fields.join(', ')}`}
      </p>
      {reason !== null && <p>Reason: {reason}</p>}
    </li>
  );
}

/** What happened to the account: when, by whom and why. */
function History({ account }: { account: string }) {
  const [page, setPage] = useUrlPage();
  const query = useQuery(historyQuery(account, page));
  const data = isFirstRead(query) ? undefined : query.data;
  return (
    <TitledPanel title="History">
      <ReadRows query={query} label="Loading the history…">
        {({ data: { entries } }) => (
          <ol className={classes.history} reversed start={(entries[0]?.revision ?? 0) + 1}>
            {entries.map((entry) => (
              <HistoryEntry key={entry.revision} entry={entry} />
            ))}
          </ol>
        )}
      </ReadRows>
      {data && <Pager page={page} pages={data.totalPages} onPage={setPage} labels={['Later', 'Earlier']} />}
    </TitledPanel>
  );
}

const place = ({ address1, address2, town, state, postcode }: StaffAccount['officeAddress']): string =>
  [address1, address2, [town, state, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');

function factsOf(account: StaffAccount): Fact[] {
  const { customerDetails: customer } = account;
  return [
    ['User ID', account.shortId],
    ['Status', statusLabel(account.status)],
    ['Email', account.email],
    ['Phone', account.phone],
    ['Secondary Phone', account.secondaryPhone],
    ['Trading Name', account.tradingName],
    ['Profession', account.otherProfession || account.profession],
    ['Company Name', customer.companyName],
    ['ACN', customer.ACN],
    ['Legal Name Of Trading Entity', customer.legalNameOfTradingEntity],
    ['ABN', account.ABN],
    ['Given Name', customer.givenName],
    ['Last Name', customer.lastName],
    ['PIC', account.PIC],
    ['State Of PIC', account.isPICFromAnotherState ? account.anotherStatePIC : account.officeAddress.state],
    ['Agent Name', account.agentName],
    ['Office Address', place(account.officeAddress)],
    ['Postal Address', place(account.postalAddress)],
    ['Stock Types asked for', account.stockTypes.join(', ')],
    ['Stock Types approved', account.approvedStockTypes.join(', ')],
    ['Registered For GST', account.registeredForGST === null ? '' : account.registeredForGST ? 'Yes' : 'No'],
  ];
}

const FILES = [
  ['logo', 'Logo'],
  ['licenseFile', 'Licence'],
  ['policyFile', 'Policy'],
] as const;

function Details({ account, mayOpen }: { account: StaffAccount; mayOpen: boolean }) {
  const files = FILES.map(([name, label]): Fact => {
    const file = account[name];
    if (file === null) return [label, 'No file'];
    return [
      label,
      mayOpen ? (
        <a key={name} href={file.url} target="_blank" rel="noopener">
          {file.name}
        </a>
      ) : (
        `${file.name} (for administrators: it may hold contacts)`
      ),
    ];
  });
  return <FactPanel title="Details" facts={[...factsOf(account), ...files]} />;
}

const GUARDED = ['role', 'reset', 'close'] as const;

/** Sends a link to set a password: to somebody whose account staff opened, or who lost the e-mail. */
function Invite({ account: { _id, firstName, email } }: { account: StaffAccount }) {
  const { ask, question } = useQuestion();
  const invite = useMutation({
    mutationFn: () => call(accountOperations.inviteAccount, { params: { account: _id }, body: {} }),
    onSuccess: () => toast(`Invitation sent to ${email}`),
  });
  const asked = {
    title: 'Send an invitation?',
    message: `${firstName} gets a link at ${email} to set a password. It works once, for 7 days. Their present password, if they have one, stays until then.`,
    yes: 'Send',
  };
  return (
    <>
      {question}
      <Button variant="default" loading={invite.isPending} onClick={() => ask(asked, () => invite.mutate())}>
        Send invitation
      </Button>
      {invite.error && <span role="alert">{errorTextOf(invite.error).message}</span>}
    </>
  );
}

/** One account as staff see it: its request, its details and files, what staff may do, and its history. */
export function StaffAccountScreen() {
  const { id = '' } = useParams();
  const me = useMe();
  const mayAct = isStaff(me);
  const { data: account, error, refetch } = useQuery(accountQuery(id));
  const [action, setAction] = useState<Action | null>(null);
  const [guarded, setGuarded] = useState<GuardedAct | null>(null);
  const navigate = useNavigate();
  const back = <BackLink to={paths.staffAccounts}>Back to Accounts</BackLink>;
  if (!account) {
    return (
      <Page title="Account" before={back}>
        {error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading the account…" />
        )}
      </Page>
    );
  }
  const button = (one: Action, main = false) => (
    <Button variant={main ? 'filled' : 'default'} onClick={() => setAction(one)}>
      {TITLES[one]}
    </Button>
  );
  return (
    <Page title={`${account.firstName} ${account.lastName}`} before={back}>
      <Text weight="medium" mb="md" role="status">
        {statusLabel(account.status)}
        {account.role !== null && `, ${DETAIL_LABELS[account.role] ?? account.role}`}
        {account.isSuspended && ', suspended'}
        {account.awaitsDecision && `, asks ${account.isRequestedAsSeller ? 'to buy and sell' : 'to buy'}`}
      </Text>
      {mayAct && (
        <Row gap="sm" mb="lg">
          {button('approve', account.awaitsDecision)}
          {account.awaitsDecision && button('partially-approve')}
          {account.awaitsDecision && button('decline')}
          {button(account.isSuspended ? 'restore' : 'suspend')}
          {me?._id !== id &&
            GUARDED.map((act) => (
              <Button key={act} variant="default" onClick={() => setGuarded(act)}>
                {GUARDED_TITLES[act]}…
              </Button>
            ))}
          {!account.isSuspended && <Invite account={account} />}
        </Row>
      )}
      <Details account={account} mayOpen={mayAct} />
      <History account={id} />
      {guarded && (
        <GuardedDialog
          account={account}
          act={guarded}
          onClose={() => setGuarded(null)}
          onClosed={() => void navigate(paths.staffAccounts)}
        />
      )}
      {action && <ActionDialog account={account} action={action} onClose={() => setAction(null)} />}
    </Page>
  );
}
