import { AUDIT_STEPS_PAGE, type AuditAct, type AuditSteps, EVERY_LOT } from '@saleyard/contract/audit.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allPages } from '@/lib/all-pages.ts';
import { call, callForPage } from '@/lib/api-client.ts';
import { untilRead } from '@/lib/query-client.ts';

/** An audit reads the whole sale: ms that it may take. */
const AUDIT_MS = 120_000;
/** Steps of one answer when all are read. */
const PAGE_OF_ALL = 1_000;

const transport = () => ({ fetch, limitMs: AUDIT_MS });

/** Which steps are wanted; '' is all. Times in ms. */
export type StepsWanted = {
  lot: string;
  person: string;
  act: AuditAct;
  from: number | null;
  to: number | null;
};

/** The query of a steps request: what is not restricted is left out. */
export const stepsQuery = ({ lot, person, act, from, to }: StepsWanted) => ({
  ...(lot !== '' && { lot }),
  ...(person !== '' && { person }),
  ...(act !== 'all' && { act }),
  ...(from !== null && { from }),
  ...(to !== null && { to }),
});

/** How an answer about a sale is read: it stands still, and a server that is busy is asked again. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, refetchInterval: untilRead };

/** The audit of a sale by its number. */
export const saleAuditQuery = (number: string) =>
  queryOptions({
    queryKey: ['staff', 'audit', number],
    queryFn: ({ signal }) =>
      call(staffOperations.auditSale, { params: { auction: number }, signal, transport: transport() }),
    ...ONCE,
  });

/** What the keys of all steps of a sale that were read begin with. */
export const auditStepsKey = (number: string) => ['staff', 'audit', number, 'steps'];

/** A page of the steps that fit, counted from 1. The page before stays while it is read. */
export const auditStepsQuery = (number: string, wanted: StepsWanted, page: number) =>
  queryOptions({
    queryKey: [...auditStepsKey(number), wanted, page],
    queryFn: ({ signal }) =>
      callForPage(staffOperations.auditSteps, {
        params: { auction: number },
        query: { ...stepsQuery(wanted), page, limit: AUDIT_STEPS_PAGE },
        signal,
        transport: transport(),
      }),
    ...ONCE,
    placeholderData: keepPreviousData,
  });

/** How the sale would have ended under another policy, a `field=value`. */
export const readWhatIf = (number: string, policy: string, signal?: AbortSignal) =>
  call(staffOperations.auditWhatIf, {
    params: { auction: number },
    query: { policy },
    ...(signal && { signal }),
    transport: transport(),
  });

export const whatIfQuery = (number: string, policy: string) =>
  queryOptions({
    queryKey: ['staff', 'audit', number, 'what-if', policy],
    queryFn: ({ signal }) => readWhatIf(number, policy, signal),
    ...ONCE,
  });

/**
 * Every step of a sale as JSON texts, and everyone who acts in them, read page by page: of a large sale only the texts
 * are kept.
 */
export async function everyStepAsText(
  number: string,
  events: number,
): Promise<{ texts: string[]; people: AuditSteps['people'] }> {
  const people: AuditSteps['people'] = {};
  const texts = await allPages(
    (page) =>
      callForPage(staffOperations.auditSteps, {
        params: { auction: number },
        query: { lot: EVERY_LOT, page, limit: PAGE_OF_ALL },
        transport: transport(),
      }),
    (data) => {
      Object.assign(people, data.people);
      return data.steps.filter(({ revision }) => revision < events).map((step) => JSON.stringify(step));
    },
  );
  return { texts, people };
}

/** Sales with the verdicts of their last audits, a page of those that fit. */
export const auditedSalesQuery = (find: string, page: number) =>
  queryOptions({
    queryKey: ['staff', 'audits', find, page],
    queryFn: ({ signal }) =>
      callForPage(staffOperations.auditedSales, {
        query: { page, limit: 50, ...(find.trim() !== '' && { find: find.trim() }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
