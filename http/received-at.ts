import type { IncomingHttpHeaders } from 'node:http';

/** When a gateway of ours received a request, ms. Clients cannot set it: a gateway removes what they send. */
export const RECEIVED_AT_HEADER = 'x-saleyard-received-at';

/** When the gateway received the request (ms by its clock); undefined where no gateway stamped it. */
export function receivedAt(headers: IncomingHttpHeaders): number | undefined {
  const at = Number(headers[RECEIVED_AT_HEADER] ?? Number.NaN);
  return Number.isSafeInteger(at) ? at : undefined;
}
