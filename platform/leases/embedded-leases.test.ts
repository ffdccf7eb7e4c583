import { ManualClock } from '../clock/manual-clock.ts';
import { EmbeddedLeases } from './embedded-leases.ts';
import type { Leases } from './port.ts';
import { leasesContract } from './test-support/contract.ts';

/** Time passes in steps of this many ms. */
const STEP_MS = 100;

const test = leasesContract('embedded', async () => {
  const clock = new ManualClock();
  const table = new EmbeddedLeases(clock);
  const clocks = new Map<Leases, ManualClock>();
  const frozen = new Set<Leases>();
  return {
    async join(node) {
      const own = new ManualClock(clock.now());
      const leases = table.join(node, own);
      clocks.set(leases, own);
      return leases;
    },
    freeze: (leases) => void frozen.add(leases),
    thaw(leases) {
      frozen.delete(leases);
      clocks.get(leases)?.advanceTo(clock.now());
    },
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += STEP_MS) {
        clock.advanceBy(STEP_MS);
        for (const [leases, own] of clocks) if (!frozen.has(leases)) own.advanceTo(clock.now());
      }
    },
    async end() {
      for (const leases of clocks.keys()) await leases.close();
    },
  };
});

test.run();
