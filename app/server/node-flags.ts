/**
 * Flags of the Node process. A bid under way is a few dozen small objects for as long as its append takes. With Node's
 * default young generation, thousands of bids a second survive two collections and are promoted to the old generation.
 * A full collection stops the process for 20 ms and more, so the old generation begins large and is collected rarely.
 * The same flags are in the first line of `bin/saleyard.js` and in `deploy/Dockerfile`, which can't import this.
 */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=64', '--initial-old-space-size=256'];
