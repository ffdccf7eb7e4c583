import {
  COMMAND_REQUESTS,
  type CommandEnvelope,
  type CommandReply,
  commandRequest,
} from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { type Nodes, requestOwner } from '@saleyard/platform/leases/owner-request.ts';
import type { AuctionHost } from './auction-host.ts';

/** ms that all nodes together have for a command that came in here by REST; beyond, its outcome is unknown. */
const COMMAND_TIMEOUT_MS = 8_000;

/**
 * Takes the commands that come in at this node to the node that runs their auction: to this node's own host where it
 * runs the auction, or where no other node can be asked, since any node may decide.
 */
export function submitToOwner({
  host,
  ...nodes
}: Nodes & { host: Pick<AuctionHost, 'submit'> }): (
  envelope: CommandEnvelope<CommandBody>,
) => Promise<CommandReply> {
  const { node } = nodes.leases;
  return async (envelope) => {
    const request = commandRequest(envelope);
    const holder = nodes.leases.holderOf(request.key);
    const isOurs = holder === undefined || holder === node;
    if (isOurs) {
      const reply = await host.submit(envelope);
      const isAlone = nodes.leases.nodes().every((other) => other === node);
      if (isAlone || COMMAND_REQUESTS.verdict(reply) !== 'ask-another') return reply;
    }
    const reply = await requestOwner(nodes, COMMAND_REQUESTS, request, COMMAND_TIMEOUT_MS);
    // The others can't be reached, as when the bus is away: what was surely not done there may be done here.
    return isOurs || COMMAND_REQUESTS.verdict(reply) !== 'ask-another' ? reply : host.submit(envelope);
  };
}
