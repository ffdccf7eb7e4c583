const open = new Set<() => void>();

/** Notes that a screen is on the page, and how it is left. */
export function screenOpened(leave: () => void): void {
  open.add(leave);
}

/** Leaves every screen: its timers end, so that the test's process can. */
export function leaveScreens(): void {
  for (const leave of open) leave();
  open.clear();
}
