import type { StaffFees } from '@saleyard/contract/fees.ts';
import { isDay } from '@saleyard/domain/days.ts';
import {
  FEE_GROUPS,
  FEE_LIMITS,
  type FeeGroup,
  FIRST_FEES,
  FREE_DAY_GROUPS,
  feesOn,
} from '@saleyard/domain/fees/fee-tables.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ICON_SIZES, IconPlus, IconTrash } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { isStaff } from '@/lib/session.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { FEE_GROUP_LABELS } from '@/ui/fees/fee-rows.ts';
import { longDayText, plusDays } from '@/ui/form/calendar-days.ts';
import { DayInput } from '@/ui/form/day-input.tsx';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';
import { HeldPage, useHeldMe } from '@/ui/held-page.tsx';
import { TextInput } from '@/ui/inputs.tsx';
import { Grid, Stack } from '@/ui/layout.tsx';
import { BackLink, Empty, Page, ReadRows } from '@/ui/page.tsx';
import { toast } from '@/ui/toasts.tsx';
import { UnsavedGuard } from '@/ui/unsaved-guard.tsx';
import { FeesChangeDialog } from './change-dialog.tsx';
import { draftOf, type FeeChange, type FeeDraft, feeChanges, readDraft } from './fee-draft.ts';
import classes from './fees.module.css';
import { datedTables, feeTablesQuery } from './fees.ts';

const FREE_LABELS = { cattle: 'Cattle', lambs: 'Lambs', sheep: 'Sheep', goats: 'Goats' } as const;

const changeText = ({ name, before, after }: FeeChange): string =>
  before === '' ? `${name}: ${after} (new)` : `${name}: ${before} → ${after === '' ? 'removed' : after}`;

type Field = { path: string; label: string; value: string; onChange: (value: string) => void };

function Group({
  group,
  draft,
  onChange,
  problemOf,
}: {
  group: FeeGroup;
  draft: FeeDraft[FeeGroup];
  onChange: (draft: FeeDraft[FeeGroup]) => void;
  problemOf: (path: string) => string | null;
}) {
  const { name, sires, stud } = FEE_GROUP_LABELS[group];
  const { tiers } = draft;
  const input = ({ path, label, value, onChange: change }: Field) => (
    <TextInput
      label={label}
      value={value}
      inputMode="decimal"
      autoComplete="off"
      error={problemOf(`${group}.${path}`)}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
  const setTier = (at: number, change: Partial<(typeof tiers)[number]>) =>
    onChange({ ...draft, tiers: tiers.map((tier, index) => (index === at ? { ...tier, ...change } : tier)) });
  const addTier = () => {
    const key = Math.max(...tiers.map((tier) => tier.key)) + 1;
    onChange({ ...draft, tiers: [...tiers, { key, fromHead: '', fee: '' }] });
  };
  return (
    <FieldGroup title={name}>
      <Wide>
        <Grid as="ol" single gap="sm" mb="sm">
          {tiers.map(({ key, fromHead, fee }, at) => (
            <li key={key} className={classes.tier}>
              {input({
                path: `tiers.${at}.fromHead`,
                label: `Tier ${at + 1}, from head`,
                value: fromHead,
                onChange: (value) => setTier(at, { fromHead: value }),
              })}
              {input({
                path: `tiers.${at}.fee`,
                label: '$ per head',
                value: fee,
                onChange: (value) => setTier(at, { fee: value }),
              })}
              {at > 0 && (
                <IconButton
                  aria-label={`Remove tier ${at + 1} of ${name}`}
                  onClick={() => onChange({ ...draft, tiers: tiers.filter((_, index) => index !== at) })}
                >
                  <IconTrash size={ICON_SIZES.md} aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </Grid>
        {tiers.length < FEE_LIMITS.tiers && (
          <Button
            variant="default"
            leftSection={<IconPlus size={ICON_SIZES.sm} aria-hidden="true" />}
            onClick={addTier}
          >
            Add a tier
          </Button>
        )}
      </Wide>
      {input({
        path: 'sire',
        label: `${sires}, $ per head`,
        value: draft.sire,
        onChange: (sire) => onChange({ ...draft, sire }),
      })}
      {input({
        path: 'stud',
        label: `${stud} in stud and private sales, $ per head`,
        value: draft.stud,
        onChange: (value) => onChange({ ...draft, stud: value }),
      })}
      {input({
        path: 'percent',
        label: 'Settling through Saleyard, % of the sale',
        value: draft.percent,
        onChange: (percent) => onChange({ ...draft, percent }),
      })}
    </FieldGroup>
  );
}

/** `from`: the day whose fees are changed; null: new ones. */
function FeeForm({ fees, from }: { fees: StaffFees; from: string | null }) {
  const navigate = useNavigate();
  const dated = datedTables(fees);
  const known = dated.find((one) => one.from === from)?.table;
  // New fees begin as a copy of the last ones.
  const [initial] = useState(() => draftOf(known ?? dated.at(-1)?.table ?? FIRST_FEES));
  const [draft, setDraft] = useState(initial);
  const [day, setDay] = useState(from ?? '');
  const [isChecked, setChecked] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isSet, setSet] = useState(false);
  // Counts the failed reviews: each one puts the focus in the first field that is wrong.
  const [failed, setFailed] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failed > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failed]);
  const { table, problems } = readDraft(draft);
  const tomorrow = plusDays(fees.today, 1);
  const dayProblem =
    !isDay(day) || day <= fees.today
      ? `Fees begin on ${longDayText(tomorrow)} or later`
      : from === null && dated.some((one) => one.from === day)
        ? 'Fees begin on this day already. Change those instead'
        : null;
  // Compared with what would be charged on that day without this change.
  const before = known ?? feesOn({ tables: dated }, isDay(day) ? day : tomorrow).table;
  const changes = feeChanges(before, table);
  const isDirty = !isSet && (JSON.stringify(draft) !== JSON.stringify(initial) || day !== (from ?? ''));
  // After the effect of the guard, which then lets it pass.
  useEffect(() => {
    if (isSet) void navigate(paths.fees);
  }, [isSet, navigate]);
  const problemOf = (path: string) => (isChecked ? (problems.get(path) ?? null) : null);
  const wrong =
    problems.size > 0 || dayProblem !== null
      ? 'Please fix the fields that are marked.'
      : changes.length === 0
        ? 'These are the fees of that day already.'
        : null;
  return (
    <div ref={form}>
      <Stack gap="lg">
        <HeldPage />
        <FieldGroup title="When they begin">
          <DayInput
            label="From (Sydney)"
            value={day}
            disabled={from !== null}
            error={isChecked ? dayProblem : null}
            onChange={setDay}
          />
        </FieldGroup>
        {FEE_GROUPS.map((group) => (
          <Group
            key={group}
            group={group}
            draft={draft[group]}
            onChange={(next) => setDraft({ ...draft, [group]: next })}
            problemOf={problemOf}
          />
        ))}
        <FieldGroup title="Days in which a lot is offered again free">
          {FREE_DAY_GROUPS.map((group) => (
            <TextInput
              key={group}
              label={FREE_LABELS[group]}
              value={draft.free[group]}
              inputMode="numeric"
              autoComplete="off"
              error={problemOf(`free.${group}`)}
              onChange={({ currentTarget }) =>
                setDraft({ ...draft, free: { ...draft.free, [group]: currentTarget.value } })
              }
            />
          ))}
        </FieldGroup>
        <div>
          <Button
            onClick={() => {
              setChecked(true);
              setAsking(wrong === null);
              if (wrong !== null) setFailed(failed + 1);
            }}
          >
            Review…
          </Button>
          {isChecked && wrong !== null && <p role="alert">{wrong}</p>}
        </div>
        {isAsking && (
          <FeesChangeDialog
            title={`Set fees from ${longDayText(day)}?`}
            action="Set fees"
            change={{ from: day, table, seen: fees.seen }}
            onDone={() => {
              setSet(true);
              toast(`The fees from ${longDayText(day)} are set`);
            }}
            onClose={() => setAsking(false)}
          >
            <p>Sales that open from this day on are charged them. Everyone reads them in Tools at once.</p>
            <ul className={classes.changes}>
              {changes.map((change) => (
                <li key={change.name}>{changeText(change)}</li>
              ))}
            </ul>
          </FeesChangeDialog>
        )}
        <UnsavedGuard isUnsaved={isDirty} title="Leave without setting the fees?">
          What you typed will be lost.
        </UnsavedGuard>
      </Stack>
    </div>
  );
}

/** Sets fees from a day to come, or changes those that were set for one. */
export function FeeTableScreen() {
  const { from } = useParams();
  const mayAct = isStaff(useHeldMe());
  const query = useQuery(feeTablesQuery);
  return (
    <Page
      title={from === undefined ? 'New fees' : 'Change fees'}
      before={<BackLink to={paths.fees}>Back to Fees</BackLink>}
    >
      {mayAct ? (
        <ReadRows query={query} label="Loading fees…">
          {(fees) =>
            from === undefined || (from > fees.today && fees.tables.some((one) => one.from === from)) ? (
              <FeeForm fees={fees} from={from ?? null} />
            ) : (
              <Empty title="There are no fees to change on this day.">
                Fees that are in force can’t be changed. Set new ones from a later day.
              </Empty>
            )
          }
        </ReadRows>
      ) : (
        <Empty title="Only administrators set fees." />
      )}
    </Page>
  );
}
