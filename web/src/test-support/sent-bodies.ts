/** The bodies of the requests that are sent while `run` runs: the mock server cannot read a file of this DOM. */
export async function bodiesOf(run: () => Promise<unknown>): Promise<unknown[]> {
  const bodies: unknown[] = [];
  const { XMLHttpRequest } = globalThis;
  globalThis.XMLHttpRequest = new Proxy(XMLHttpRequest, {
    construct: (Request) =>
      new Proxy(new Request(), {
        set: (request, name, value) => Reflect.set(request, name, value),
        get(request, name) {
          const member: unknown = Reflect.get(request, name);
          if (typeof member !== 'function') return member;
          return (...args: unknown[]) => {
            if (name === 'send') bodies.push(args[0]);
            return Reflect.apply(member, request, args);
          };
        },
      }),
  });
  try {
    await run();
  } finally {
    globalThis.XMLHttpRequest = XMLHttpRequest;
  }
  return bodies;
}
