/** As much of a browser's locks as a key is claimed by; returns what takes them away again. */
export function standInLocks(): () => void {
  const held = new Set<string>();
  const request = async (name: string, _: unknown, use: (lock: object | null) => Promise<void>) => {
    if (held.has(name)) return use(null);
    held.add(name);
    try {
      await use({});
    } finally {
      held.delete(name);
    }
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  return () => void Reflect.deleteProperty(navigator, 'locks');
}
