/**
 * Whether the test runs in the full run, or in a file that only the full run runs. Attacks are then repeated with planted
 * bugs, and screens are pictured and checked by axe.
 */
export const IS_FULL = process.env['SALEYARD_FULL'] === '1';
