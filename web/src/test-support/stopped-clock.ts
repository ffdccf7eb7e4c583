/** Runs `during` on a device whose clock moves only when the test says so: `passed` ms after its start. */
export async function onStoppedClock(during: (clock: { passed: number }) => Promise<void>): Promise<void> {
  const device = Date.now;
  const start = device();
  const clock = { passed: 0 };
  Date.now = () => start + clock.passed;
  try {
    await during(clock);
  } finally {
    Date.now = device;
  }
}
