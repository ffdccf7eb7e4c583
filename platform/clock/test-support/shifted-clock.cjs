/*
 * Sets a whole process's clock off, for tests: node --require THIS FILE …
 * SALEYARD_TEST_CLOCK_MS is by how many ms its clock is ahead of the machine's. The monotonic clock is not touched,
 * as when an operator sets a clock wrong.
 */
const aheadMs = Number(process.env['SALEYARD_TEST_CLOCK_MS']);
if (!Number.isSafeInteger(aheadMs)) throw new Error('SALEYARD_TEST_CLOCK_MS must be a whole number');

const Machine = globalThis.Date;

globalThis.Date = class extends Machine {
  constructor(...given) {
    super(...(given.length === 0 ? [Machine.now() + aheadMs] : given));
  }

  static now() {
    return Machine.now() + aheadMs;
  }
};
