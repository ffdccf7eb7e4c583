import { useEffect } from 'react';
import { useServerStatus } from '@/lib/server-status.ts';
import { PublicSales } from './public-sales.tsx';
import classes from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** Sign-in. `notice`: why the person is here again, when a session ended by itself. */
export function SignInScreen({ notice, onSignedIn }: { notice: string | null; onSignedIn: () => void }) {
  const server = useServerStatus();
  useEffect(() => {
    document.title = 'Sign in · Saleyard';
  }, []);
  return (
    <div className={classes.screen}>
      <div className={classes.door}>
        <h1>Sign in</h1>
        {notice && (
          <p role="alert" className={classes.notice}>
            {notice}
          </p>
        )}
        <SignInForm demo={server?.demo === true} onSignedIn={onSignedIn} />
      </div>
      <div className={classes.yard}>
        <p className={classes.pitch}>Cattle, sheep and goats, sold live across Australia.</p>
        <PublicSales />
      </div>
    </div>
  );
}
