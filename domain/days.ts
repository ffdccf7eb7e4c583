/** ms of a day without a change of the clock. */
export const DAY_MS = 24 * 3_600_000;

/** The zone of the sales' clock: wherever a sale is followed from, its dates are those of this zone. */
export const SALE_ZONE = 'Australia/Sydney';

const DAY = /* @__PURE__ */ new Intl.DateTimeFormat('en-CA', { timeZone: SALE_ZONE, dateStyle: 'short' });

/** The day of an instant (ms) in the sales' zone: "2026-09-30". */
export const saleDay = (ms: number): string => DAY.format(ms);
