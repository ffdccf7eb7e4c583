import {
  COMMAND_REQUESTS,
  type CommandEnvelope,
  type CommandReply,
  commandRequest,
} from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { type Nodes, requestOwner } from '@saleyard/platform/leases/owner-request.ts';
import type { AuctionHost } from './auction-host.ts';

/** ms that all nodes together have for a command that arrived here over REST; beyond, its outcome is unknown. */
const COMMAND_TIMEOUT_MS = 8_000;

/**
 * Sends this node's incoming commands to the node that runs their auction: to its own host when it runs the auction,
 * or when no other node can be reached, since any node may decide.
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
    // No other node can be reached, as without a bus: a command that was certainly not executed may be decided here.
    return isOurs || COMMAND_REQUESTS.verdict(reply) !== 'ask-another' ? reply : host.submit(envelope);
  };
}
