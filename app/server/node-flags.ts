/**
 * What Node is told before the program. A bid under way is some dozens of small objects for as long as its append takes.
 * In as much young memory as Node takes by itself, thousands of bids a second outlive two collections and are then
 * garbage of the old kind; and collecting that kind stops everything for 20 ms and more, so it is not begun before there
 * is much of it. Also in the first line of `bin/saleyard.js` and in `deploy/Dockerfile`, which can't ask here.
 */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=64', '--initial-old-space-size=256'];
