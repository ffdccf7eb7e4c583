/** What a person does before a slow device has rendered what they did before it. */
export async function atOnce(...choices: (() => void)[]): Promise<void> {
  const { IS_REACT_ACT_ENVIRONMENT } = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  for (const choose of choices) {
    choose();
    // The address is changed meanwhile. What is rendered later needs a turn of the event loop.
    for (let n = 0; n < 100; n += 1) await Promise.resolve();
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT });
}
