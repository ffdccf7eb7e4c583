import type { DemoAccount } from '../../lib/server-status.ts';
import classes from './sign-in.module.css';

/** The demonstration's sample accounts: one press fills the form. */
export function DemoAccounts({
  accounts,
  onPick,
}: {
  accounts: readonly DemoAccount[];
  onPick: (account: DemoAccount) => void;
}) {
  return (
    <section className={classes.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">Demonstration accounts</h2>
      <p className="sy-dim">Press one to fill the form.</p>
      <ul>
        {accounts.map((account) => (
          <li key={account.email}>
            <button type="button" onClick={() => onPick(account)}>
              <strong>{account.label}</strong>
              <span>{account.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
