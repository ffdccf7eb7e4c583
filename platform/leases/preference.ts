/**
 * The order in which nodes should run what `key` names: the same at every node that sees the same nodes, evenly
 * spread over keys, and when a node comes or goes only what it is first for changes hands (rendezvous hashing).
 */
export function preferredNodes(key: string, nodes: readonly string[]): string[] {
  return nodes
    .map((node) => ({ node, weight: weightOf(`${node}\n${key}`) }))
    .sort((a, b) => b.weight - a.weight || (a.node < b.node ? -1 : 1))
    .map(({ node }) => node);
}

/** FNV-1a with a last mixing, since neighbouring names would otherwise weigh alike. */
function weightOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
