import { accountFileOperations } from '@saleyard/contract/operations/account-files.ts';
import type { AccountFileKind } from '@saleyard/domain/account/profile.ts';
import { type Asked, type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type FileParts, fileOf, storeFile } from './account-files.ts';
import { ownAccount } from './own-account.ts';
import { refusalOf } from './profile.endpoints.ts';

/** Uploads of one account per window (in seconds). */
const UPLOADS = { points: 40, duration: 15 * 60 };
/** ms after which an upload may be retried when too many files are being checked. */
const RETRY_MS = 3_000;

type Upload =
  | typeof accountFileOperations.uploadLogo
  | typeof accountFileOperations.uploadLicense
  | typeof accountFileOperations.uploadPolicy;

/** Upload and download of the caller's own files. */
export function accountFileEndpoints(parts: FileParts): Endpoint[] {
  const uploads = new RateLimiterMemory({ keyPrefix: 'uploads', ...UPLOADS });

  const upload = async (
    kind: AccountFileKind,
    { viewer, request, body: bytes, commandId }: Asked<Upload>,
  ) => {
    const account = viewer._id;
    const over = await rateLimited(uploads, account);
    if (over !== null) return over;
    const name = request.get('file-name');
    const stored = await storeFile(parts, { account, commandId, kind, name, bytes });
    if (stored.outcome === 'busy') return refusal('busy', { retryAfterMs: RETRY_MS });
    if (stored.outcome === 'unfit') return refusal('unfit-file', { field: kind, message: stored.message });
    const { reply } = stored;
    if (reply.outcome === 'invalid') return refusal('unfit-file', { field: kind });
    if (reply.outcome !== 'accepted') return refusalOf(reply);
    const user = reply.state && (await ownAccount(parts.accounts, account, reply.state));
    return user === null ? refusal('unauthorized') : { data: { user }, position: reply.position };
  };

  return [
    endpoint(accountFileOperations.uploadLogo, (asked) => upload('logo', asked)),
    endpoint(accountFileOperations.uploadLicense, (asked) => upload('licenseFile', asked)),
    endpoint(accountFileOperations.uploadPolicy, (asked) => upload('policyFile', asked)),
    endpoint(accountFileOperations.ownFile, async ({ viewer, params: { kind, file } }) => {
      const found = await fileOf(parts, viewer._id, kind, file);
      return found === null ? refusal('not-found') : { data: found };
    }),
  ];
}
