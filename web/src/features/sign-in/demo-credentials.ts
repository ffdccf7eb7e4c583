/** An account of the demonstration that anyone may use. */
export type DemoAccount = { email: string; password: string; label: string };

const account = (name: string, label: string): DemoAccount => ({
  email: `${name}@saleyard.test`,
  password: 'saleyard1',
  label,
});

/** The accounts every demonstration has; their one password is public by intent. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  account('buyer', 'Buyer'),
  account('buyer2', 'A second buyer'),
  account('both', 'Buyer & Seller'),
  account('seller', 'Seller'),
  account('guest', 'Guest'),
  account('staff', 'Staff'),
  account('auditor', 'Auditor'),
];
