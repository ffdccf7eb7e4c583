import type { Leases } from '@saleyard/platform/leases/port.ts';
import { leasesContract } from '@saleyard/platform/leases/test-support/contract.ts';
import { Machine } from '../world/machine.ts';
import { World } from '../world/world.ts';
import { LeaseTable } from './simulated-leases.ts';

/** Time for what is under way to arrive, ms. */
const ARRIVES_MS = 10;

leasesContract('simulated', async () => {
  const world = new World(1);
  const table = new LeaseTable(
    { after: (ms, task) => world.after(ms, task), now: () => world.now },
    world.random('leases'),
  );
  const machines = new Map<Leases, Machine>();
  let passing = Promise.resolve();
  // One after another: a world has one course of time.
  const pass = (ms: number): Promise<void> => {
    passing = passing.then(() => world.runUntil(world.now + ms + ARRIVES_MS));
    return passing;
  };
  return {
    async join(node) {
      const machine = new Machine(world, node ?? 'onlooker');
      const clock = machine.start();
      const view = table.join({ node, clock, isCut: () => false, run: machine.inThisLife() });
      /** Lets a pending answer arrive. */
      const arriving = async <T>(answer: Promise<T>): Promise<T> => {
        await pass(0);
        return answer;
      };
      const leases: Leases = {
        node,
        claim: (key) => arriving(view.claim(key)),
        release: (key) => arriving(view.release(key)),
        holderOf: (key) => view.holderOf(key),
        nodes: () => view.nodes(),
        onChange: (handler) => view.onChange(handler),
        close: () => arriving(view.close()),
      };
      machines.set(leases, machine);
      await pass(0);
      return leases;
    },
    freeze: (leases) => machines.get(leases)?.standStill(),
    thaw: (leases) => machines.get(leases)?.goOn(),
    pass,
    async end() {
      world.end();
    },
  };
}).run();
