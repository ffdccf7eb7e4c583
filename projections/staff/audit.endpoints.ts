import type {
  AuditPeople,
  AuditStep,
  AuditStepsWanted,
  SaleAudit,
  SaleWhatIf,
} from '@saleyard/contract/audit.ts';
import { AUDIT_PRINTED } from '@saleyard/contract/documents.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { actorName } from '@saleyard/domain/presentation/audit.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { ACCOUNTS, type AccountDocument } from '../accounts/accounts.projection.ts';
import type { DocumentMaker } from '../documents/document-maker.ts';
import { findAuction, type StoredAuction } from '../sales/auctions.queries.ts';
import type { LotIndex } from '../search/lot-index.ts';
import { auditedSales, keepVerdict } from './audited-sales.queries.ts';
import { nameOf, type PersonOf } from './staff.endpoints.ts';
import type { People } from './staff-accounts.endpoints.ts';

/** ms after which an audit may be asked for again while too many wait. */
const BUSY_RETRY_MS = 5_000;

/** An answer about a sale; `busy` while too many wait for theirs, null for a sale that is not in the log, and a lot that is not in the sale. */
type Answer<T> = Promise<T | 'busy' | null>;

/** The audit as the log has it: who stopped the sale has no name yet. */
export type UnnamedAudit = Omit<SaleAudit, 'outages'> & {
  outages: (Omit<SaleAudit['outages'][number], 'by'> & { actor: AuditStep['actor'] })[];
};

export type StepsPart = { skip: number; limit: number };

/** Audits sales by their ids, without naming people. */
export type SaleAudits = {
  /** The last event of the sale's stream; −1: there is none. */
  lastRevision(auction: string): Promise<number>;
  summary(auction: string): Answer<UnnamedAudit>;
  /** The steps that fit, a part of them; `total` counts all that fit. */
  steps(
    auction: string,
    wanted: AuditStepsWanted,
    part: StepsPart,
  ): Answer<{
    steps: AuditStep[];
    total: number;
    inAll: number;
    actors: AuditStep['actor'][];
    actorCount: number;
  }>;
  whatIf(auction: string, policy: string): Answer<SaleWhatIf>;
};

type Parts = {
  saleAudits: SaleAudits;
  maker: DocumentMaker;
  personOf: PersonOf;
  lotIndex: LotIndex;
  people: Pick<People, 'searchKeysIn'> | undefined;
};

const isAnswer = <T extends object>(answer: T | 'busy' | null): answer is T =>
  answer !== null && answer !== 'busy';

const missing = (answer: 'busy' | null): Refusal =>
  answer === null ? refusal('not-found') : refusal('busy', { retryAfterMs: BUSY_RETRY_MS });

/** Audits of sales, for admins and auditors: they name people and show no contacts. */
export function auditEndpoints(documents: Documents, parts: Parts): Endpoint[] {
  const { saleAudits, maker, personOf } = parts;
  const namesOf = async (actors: readonly AuditStep['actor'][]): Promise<AuditPeople> => {
    const accounts = new Set(actors.filter(({ kind }) => kind !== 'system').map(({ id }) => id));
    const named = await Promise.all(
      [...accounts].map(async (id) => {
        const [account, name] = await Promise.all([
          documents.get<AccountDocument>(ACCOUNTS, id),
          nameOf(personOf, id),
        ]);
        const role = account?.role === 'admin' || account?.role === 'auditor' ? account.role : null;
        return [id, { name, role }] as const;
      }),
    );
    return Object.fromEntries(named);
  };
  const saleOf = (numberOrId: string): Promise<StoredAuction | undefined> =>
    findAuction(documents, numberOrId, { hidden: true });

  const summaryOf = async (auction: StoredAuction): Promise<SaleAudit | Refusal> => {
    const audit = await saleAudits.summary(auction._id);
    if (!isAnswer(audit)) return missing(audit);
    await keepVerdict(documents, auction._id, audit);
    const people = await namesOf(audit.outages.map(({ actor }) => actor));
    const outages = audit.outages.map(({ actor, ...outage }) => ({
      ...outage,
      by: actorName({ actor }, people),
    }));
    return { ...audit, outages };
  };

  const stepsOf = async (auction: StoredAuction, wanted: AuditStepsWanted, part: StepsPart) => {
    const found = await saleAudits.steps(auction._id, wanted, part);
    if (!isAnswer(found)) return missing(found);
    // Of a large sale only those who act in this part, and who can be filtered by, are named.
    return { ...found, people: await namesOf([...found.actors, ...found.steps.map(({ actor }) => actor)]) };
  };

  return [
    endpoint(staffOperations.auditedSales, async ({ query }) => {
      const { sales, total } = await auditedSales(documents, parts, query);
      return { data: { sales }, paging: { page: query.page, limit: query.limit, total } };
    }),
    endpoint(staffOperations.auditSale, async ({ params }) => {
      const auction = await saleOf(params.auction);
      if (auction === undefined) return refusal('not-found');
      const audit = await summaryOf(auction);
      return isRefusal(audit) ? audit : { data: audit };
    }),
    endpoint(staffOperations.auditSteps, async ({ params, query: { page, limit, ...wanted } }) => {
      const auction = await saleOf(params.auction);
      if (auction === undefined) return refusal('not-found');
      const found = await stepsOf(auction, wanted, { skip: (page - 1) * limit, limit });
      if (isRefusal(found)) return found;
      const { total, ...rest } = found;
      return { data: { ...rest, matching: total }, paging: { page, limit, total } };
    }),
    endpoint(staffOperations.auditWhatIf, async ({ params, query }) => {
      const auction = await saleOf(params.auction);
      if (auction === undefined) return refusal('not-found');
      const found = await saleAudits.whatIf(auction._id, query.policy);
      return isAnswer(found) ? { data: found } : missing(found);
    }),
    endpoint(staffOperations.printAudit, async ({ params, query: { mode, policy, ...wanted } }) => {
      const auction = await saleOf(params.auction);
      if (auction === undefined) return refusal('not-found');
      const audit = await summaryOf(auction);
      if (isRefusal(audit)) return audit;
      const found = await stepsOf(auction, wanted, { skip: 0, limit: AUDIT_PRINTED });
      if (isRefusal(found)) return found;
      const { steps, total, inAll, people } = found;
      const whatIf = policy === undefined ? null : await saleAudits.whatIf(auction._id, policy);
      if (whatIf === 'busy' || (policy !== undefined && whatIf === null)) return missing(whatIf);
      const made = await maker.audit({ audit, wanted, steps, total, inAll, people, whatIf });
      if (isRefusal(made)) return made;
      const { bytes, type, name } = made;
      return { data: { bytes, type, name, isShown: mode === 'print' } };
    }),
  ];
}
