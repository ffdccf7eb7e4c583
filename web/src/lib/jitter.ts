/** Between 0 and 1, another one each time: what many clients do again must not fall on one instant. */
export const jitter = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
