/**
 * Whether the test runs in the full run, or in a file that only the full run runs. Attacks are then repeated with planted
 * bugs, and screens are pictured and checked by axe.
 */
export const IS_FULL = process.env['SALEYARD_FULL'] === '1';

/** Whether the tests run on a planted bug. */
export const IS_PLANTED = process.env['SALEYARD_PLANTED'] === '1';
