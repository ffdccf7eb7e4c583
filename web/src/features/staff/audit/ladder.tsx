import {
  AUDIT_ACTS,
  type AuditStep,
  type AuditSteps,
  EVERY_LOT,
  type SaleAudit,
} from '@saleyard/contract/audit.ts';
import {
  countOf,
  formatCount,
  formatDollars,
  formatPriceWithUnit,
} from '@saleyard/domain/presentation/amounts.ts';
import {
  ACT_LABELS,
  actorName,
  filterText,
  stepTime,
  timesText,
} from '@saleyard/domain/presentation/audit.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { auditStepsKey, auditStepsQuery, type StepsWanted } from '@/features/staff/api/sale-audit.ts';
import { shownIdentifier } from '@/lib/labels.ts';
import { useUrlFilters, useUrlPage } from '@/ui/filters/url-filters.tsx';
import { DateTimeInput } from '@/ui/form/day-input.tsx';
import { Select, TextInput } from '@/ui/inputs.tsx';
import { Row, Text } from '@/ui/layout.tsx';
import { Empty, Failed, Loading } from '@/ui/page.tsx';
import { Pager } from '@/ui/pager.tsx';
import classes from './audit.module.css';
import { endOf, instantOf } from './wall-time.ts';

const ACTS = AUDIT_ACTS.map((value) => ({ value, label: ACT_LABELS[value] }));

type Lots = ReadonlyMap<string, SaleAudit['lots'][number]>;
type People = Parameters<typeof actorName>[1];
type StepProps = { step: AuditStep; people: People; isDifferent: boolean; lots: Lots; namesLot: boolean };

function Step({ step, people, isDifferent, lots, namesLot }: StepProps) {
  const times = timesText(step);
  const { at, act, ruling, cents, refused, actor } = step;
  const lot = step.lot === null ? undefined : lots.get(step.lot);
  return (
    <li className={classes.step} data-refused={refused !== null} data-staff={actor.kind === 'staff'}>
      <time className={classes.time} dateTime={new Date(at).toISOString()}>
        {stepTime(at)}
        {namesLot && lot !== undefined && <strong> Lot {lot.number}</strong>}
      </time>
      <div>
        <p>
          <strong>{actorName(step, people)}</strong> {act}
        </p>
        {ruling.map((line) => (
          <Text key={line} size="sm" tone="dim">
            {line}
          </Text>
        ))}
        {isDifferent && (
          <Text weight="bold" tone="bad">
            Different: the rules, or the event as it was written, say otherwise.
          </Text>
        )}
        {times !== null && (
          <Text size="sm" tone="dim">
            {times}
          </Text>
        )}
      </div>
      {cents !== null && (
        <strong className="sy-number" title={formatPriceWithUnit(cents, lot?.unit ?? 'head')}>
          {formatDollars(cents)}
        </strong>
      )}
    </li>
  );
}

/** The name of a person who does nothing in this part, as another part says it that was read before. */
function nameElsewhere(client: QueryClient, number: string, person: string): string | undefined {
  for (const [, read] of client.getQueriesData<{ data: AuditSteps }>({ queryKey: auditStepsKey(number) })) {
    const actor = read?.data.actors.find(({ id }) => id === person);
    if (read !== undefined && actor !== undefined) return actorName({ actor }, read.data.people);
  }
  return undefined;
}

const FILTERS = { person: 'text', act: AUDIT_ACTS, from: 'text', to: 'text' } as const;

/** The steps that the address selects. `lot`: see `EVERY_LOT`; '' for the sale as a whole. */
export function useStepsWanted(lot: string) {
  const { filters, setFilters } = useUrlFilters(FILTERS);
  const { person, act } = filters;
  const wanted: StepsWanted = { lot, person, act, from: instantOf(filters.from), to: endOf(filters.to) };
  return { wanted, filters, setFilters };
}

/** The steps of the sale, of one lot or of all, filtered by person, act and time: a page at a time, for a sale of any size. */
export function Ladder({
  number,
  lot,
  title,
  outcome,
  audit,
}: {
  number: string;
  lot: string;
  title: string;
  outcome: ReactNode;
  audit: SaleAudit;
}) {
  const { wanted, filters, setFilters } = useStepsWanted(lot);
  const [page, setPage] = useUrlPage();
  const { data, error, refetch, isPlaceholderData } = useQuery(auditStepsQuery(number, wanted, page));
  const differing = new Set(audit.differences.map(({ revision }) => revision));
  const lots: Lots = new Map(audit.lots.map((one) => [one.lot, one]));
  const answer = data?.data;
  const { steps = [], actors = [], actorCount = 0, people = {}, matching = 0, inAll = 0 } = answer ?? {};
  const client = useQueryClient();
  const named = actors.map((actor) => ({ value: actor.id, label: actorName({ actor }, people) }));
  const areAllNamed = actors.length >= actorCount;
  if (filters.person !== '' && !named.some(({ value }) => value === filters.person)) {
    const label = nameElsewhere(client, number, filters.person);
    if (label !== undefined || areAllNamed)
      named.push({ value: filters.person, label: label ?? shownIdentifier(filters.person) });
  }
  const isNamed = named.some(({ value }) => value === filters.person);
  const person = named.find(({ value }) => value === filters.person)?.label ?? filters.person;
  const filter = filterText({ ...wanted, act: filters.act, person: person === '' ? null : person });
  const pages = data?.totalPages ?? 1;
  const counted = filter === null ? countOf(inAll, 'step') : `${matching} of ${countOf(inAll, 'step')}`;
  return (
    <section className={`sy-panel ${classes.ladder}`} aria-label={title} aria-busy={isPlaceholderData}>
      <header className={classes.ladderHead}>
        <div>
          <Text as="h2" size="lg">
            {title}
          </Text>
          <Text size="sm" tone="dim">
            {outcome}
          </Text>
          {filter !== null && (
            <Text size="sm" tone="dim" className={classes.printed}>
              {filter}
            </Text>
          )}
        </div>
        <div className={`${classes.filters} sy-no-print`}>
          <Select
            label="Person"
            options={[{ value: '', label: 'Everyone' }, ...named]}
            value={isNamed ? filters.person : ''}
            onChange={({ currentTarget }) => setFilters({ person: currentTarget.value })}
          />
          {!areAllNamed && (
            <TextInput
              label="Paddle"
              description={`${actors.length} of ${formatCount(actorCount)} people are listed`}
              inputMode="numeric"
              value={isNamed ? '' : filters.person}
              onChange={({ currentTarget }) => setFilters({ person: currentTarget.value.trim() })}
            />
          )}
          <Select
            label="Act"
            options={ACTS}
            value={filters.act}
            onChange={({ currentTarget }) =>
              setFilters({ act: AUDIT_ACTS.find((act) => act === currentTarget.value) ?? 'all' })
            }
          />
          <Row align="stretch" gap="sm">
            <DateTimeInput
              label="From (Sydney)"
              value={filters.from}
              onChange={(from) => setFilters({ from })}
            />
            <DateTimeInput label="To (Sydney)" value={filters.to} onChange={(to) => setFilters({ to })} />
          </Row>
        </div>
      </header>
      {data === undefined && error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Loading label="Loading the steps…" />}
      {data !== undefined && inAll === 0 && <Empty title="Nothing happened here" />}
      {inAll > 0 && steps.length === 0 && <Empty title="No step matches" />}
      {steps.length > 0 && (
        <>
          <ol className={classes.steps}>
            {steps.map((step) => (
              <Step
                key={`${step.lot}-${step.revision}-${step.act}`}
                step={step}
                people={people}
                lots={lots}
                isDifferent={differing.has(step.revision)}
                namesLot={lot === EVERY_LOT}
              />
            ))}
          </ol>
          <footer className={classes.more}>
            <Text as="span" size="sm" tone="dim">
              {counted}
              {pages > 1 && <span className={classes.printed}>. Page {`${page} of ${pages}`}</span>}
            </Text>
            <div className="sy-no-print">
              <Pager page={page} pages={pages} onPage={setPage} labels={['Earlier', 'Later']} />
            </div>
          </footer>
        </>
      )}
    </section>
  );
}
