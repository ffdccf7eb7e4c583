import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '@saleyard/app/sample-data/random.ts';
import { busContract } from '@saleyard/platform/bus/test-support/contract.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { BusFabric } from './bus-fabric.ts';
import { SimulatedBus } from './simulated-bus.ts';

const still = { leastMs: 0, mostMs: 0, dropShare: 0, twiceShare: 0, strayShare: 0, strayMs: 0 };

busContract('simulated', async (onHandlerError) => {
  const fabric = new BusFabric(systemClock, still, seededRandom(1));
  return {
    bus: new SimulatedBus({ fabric, clock: systemClock, machine: 'one', onHandlerError }),
    delivered: () => wait(30),
  };
}).run();
