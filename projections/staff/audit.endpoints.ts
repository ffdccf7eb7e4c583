import type { AuditStep, SaleAudit } from '@saleyard/contract/audit.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { ACCOUNTS, type AccountDocument } from '../accounts/accounts.projection.ts';
import { findAuction } from '../sales/auctions.queries.ts';
import { nameOf, type PersonOf } from './staff.endpoints.ts';

/** ms after which an audit may be asked for again while another sale is audited. */
const BUSY_RETRY_MS = 5_000;

/** Audits the sale with an id, with all ladders and without people; `busy` while another sale is audited, null for a sale that is not in the log. */
export type AuditOf = (auction: string) => Promise<Omit<SaleAudit, 'people'> | 'busy' | null>;

/** The audit of a sale, for admins and auditors. */
export function auditEndpoints(
  documents: Documents,
  { auditOf, personOf }: { auditOf: AuditOf; personOf: PersonOf },
): Endpoint[] {
  const namesOf = async (accounts: ReadonlySet<string>): Promise<SaleAudit['people']> =>
    Object.fromEntries(
      await Promise.all(
        [...accounts].map(async (id) => {
          const [account, name] = await Promise.all([
            documents.get<AccountDocument>(ACCOUNTS, id),
            nameOf(personOf, id),
          ]);
          const role = account?.role === 'admin' || account?.role === 'auditor' ? account.role : null;
          return [id, { name, role }] as const;
        }),
      ),
    );
  const actors = (steps: readonly AuditStep[]): string[] =>
    steps.flatMap(({ actor }) => (actor.kind === 'system' ? [] : [actor.id]));

  return [
    endpoint(staffOperations.auditSale, async ({ params, query }) => {
      const auction = await findAuction(documents, params.auction, { hidden: true });
      if (auction === undefined) return refusal('not-found');
      const audit = await auditOf(auction._id);
      if (audit === null) return refusal('not-found');
      if (audit === 'busy') return refusal('busy', { retryAfterMs: BUSY_RETRY_MS });
      const ladders = audit.ladders.filter(({ lot }) => query.lot === 'all' || lot === query.lot);
      const named = new Set([...actors(audit.sale), ...ladders.flatMap(({ steps }) => actors(steps))]);
      return { data: { ...audit, ladders, people: await namesOf(named) } };
    }),
  ];
}
