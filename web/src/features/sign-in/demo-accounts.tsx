import { DEMO_ACCOUNTS, type DemoAccount } from './demo-credentials.ts';
import classes from './sign-in.module.css';

/** The demonstration's sample accounts: one press fills the form. */
export function DemoAccounts({ onPick }: { onPick: (account: DemoAccount) => void }) {
  return (
    <section className={classes.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">Demonstration accounts</h2>
      <p className="sy-dim">Press one to fill the form.</p>
      <ul>
        {DEMO_ACCOUNTS.map((account) => (
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
