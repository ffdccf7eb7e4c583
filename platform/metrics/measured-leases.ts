import type { Leases } from '../leases/port.ts';
import type { Metrics } from './metrics.ts';

/** The same leases, of which those that this node holds are counted. */
export function measuredLeases(leases: Leases, metrics: Metrics): Leases {
  const claimed = new Set<string>();
  metrics.gauge('saleyard_leases_held', () => {
    let held = 0;
    for (const key of claimed) if (leases.holderOf(key) === leases.node) held += 1;
    return held;
  });
  return {
    node: leases.node,
    async claim(key) {
      const isHeld = await leases.claim(key);
      if (isHeld) claimed.add(key);
      else claimed.delete(key);
      return isHeld;
    },
    release(key) {
      claimed.delete(key);
      return leases.release(key);
    },
    holderOf: (key) => leases.holderOf(key),
    nodes: () => leases.nodes(),
    onChange: (handler) => leases.onChange(handler),
    close: () => leases.close(),
  };
}
