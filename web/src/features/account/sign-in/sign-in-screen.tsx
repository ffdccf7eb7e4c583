import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { emailProblem, passwordProblem } from '@saleyard/domain/account/credentials.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { SALE_STATE_LABELS } from '@saleyard/domain/presentation/sales.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ICON_SIZES, IconEye, IconEyeOff } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { currentAuctionsQuery } from '@/lib/auctions.ts';
import { useFirstRender } from '@/lib/first-render.ts';
import { firstPart, lazyPart } from '@/lib/lazy-part.ts';
import { useServerStatus } from '@/lib/server-status.ts';
import { Button } from '@/ui/button.tsx';
import { MessageDialog } from '@/ui/dialog.tsx';
import { Card, Grid, Meta, Row } from '@/ui/layout.tsx';
import { StateTag } from '@/ui/tag.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { AwaitedLots } from './awaited-lots.tsx';
import classes from './sign-in.module.css';
import { enter, secondStepOf, signInFailure, usePasskey, useRequestLink, useSignIn } from './use-sign-in.ts';

// What a visitor reads comes first.
const Showcase = firstPart(async () => (await import('./showcase.tsx')).Showcase);

// Few people have a second factor: its dialog is a chunk of its own.
const SecondFactor = lazyPart(async () => (await import('./second-factor.tsx')).SecondFactor);

/** An account of the demonstration that anyone may use. */
type DemoAccount = { email: string; password: string; label: string };

const account = (name: string, label: string): DemoAccount => ({
  email: `${name}@saleyard.test`,
  password: 'saleyard1',
  label,
});

/** The accounts every demonstration has; their one password is public by intent. */
const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  account('buyer', 'Buyer'),
  account('buyer2', 'A second buyer'),
  account('both', 'Buyer & Seller'),
  account('seller', 'Seller'),
  account('guest', 'Guest'),
  account('staff', 'Staff'),
  account('auditor', 'Auditor'),
];

/** The demonstration's sample accounts: one press fills the form. */
function DemoAccounts({ onPick }: { onPick: (account: DemoAccount) => void }) {
  return (
    <section className={classes.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">Demonstration accounts</h2>
      <p className="sy-dim">Press one to fill the form.</p>
      <ul>
        {DEMO_ACCOUNTS.map((one) => (
          <li key={one.email}>
            <button type="button" onClick={() => onPick(one)}>
              <strong>{one.label}</strong>
              <span>{one.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** E-mail, password and a press. `onSignedIn` is called once the session stands. */
function SignInForm({
  demo,
  email: known,
  onSignedIn,
}: {
  demo: boolean;
  email: string;
  onSignedIn: () => void;
}) {
  const { mutate, isPending, error, reset } = useSignIn();
  const link = useRequestLink();
  const passkey = usePasskey();
  const client = useQueryClient();
  const first = useFirstRender();
  const step = secondStepOf(error);
  const [shown, setShown] = useState(false);
  const failure = error && step === null ? signInFailure(error) : null;
  // The form is where it is put right; other failures interrupt.
  const isWrong = error instanceof ApiError && error.status === 401;
  const { field, set, submit } = useSmallForm({
    initial: { email: known, password: '', remember: '' },
    checks: { email: (email) => emailProblem(email.trim()), password: passwordProblem },
    onSubmit: ({ email, password, remember }) => {
      if (!isPending) mutate({ email, password, remember: remember !== '' }, { onSuccess: onSignedIn });
    },
  });
  const email = field('email').value.trim();
  const noEmail = emailProblem(email);

  return (
    <>
      <form noValidate className={classes.form} onSubmit={submit}>
        <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
        <TextField
          label="Password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          {...field('password')}
          end={
            <button
              type="button"
              aria-label="Show the password"
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? (
                <IconEyeOff size={ICON_SIZES.lg} aria-hidden="true" />
              ) : (
                <IconEye size={ICON_SIZES.lg} aria-hidden="true" />
              )}
            </button>
          }
        />
        <label className={classes.remember}>
          <input
            type="checkbox"
            checked={field('remember').value !== ''}
            onChange={({ currentTarget }) => set({ remember: currentTarget.checked ? 'yes' : '' })}
          />
          Remember me
        </label>
        {isWrong && failure && (
          <p role="alert" className={classes.wrong}>
            <strong>{failure.title}</strong>
            {failure.message}
          </p>
        )}
        {/* Until the script has come, the browser must not send the form by itself: the password would be in the address. */}
        <Button type={first === null ? 'submit' : 'button'} size="md" fullWidth loading={isPending}>
          login now
        </Button>
      </form>
      <nav aria-label="Other ways" className={classes.ways}>
        <Link to={paths.forgot} state={{ email }}>
          Forgot Password?
        </Link>
        <button
          type="button"
          className="sy-link"
          disabled={link.isPending}
          onClick={() => link.mutate(noEmail ?? { email })}
        >
          Email me a sign-in link
        </button>
        <button
          type="button"
          className="sy-link"
          disabled={passkey.isPending}
          onClick={() =>
            passkey.mutate(field('remember').value !== '', { onSuccess: (me) => me && onSignedIn() })
          }
        >
          Use a passkey
        </button>
        <Link to={paths.contactUs}>Help centre</Link>
      </nav>
      {link.said && (
        <p role="status" className={classes.said}>
          {link.said} {demo && link.isSent && <Link to={paths.demoOutbox(email)}>Read it here</Link>}
        </p>
      )}
      {passkey.error && (
        <p role="alert" className={classes.said}>
          {errorTextOf(passkey.error).message}
        </p>
      )}
      {demo && <DemoAccounts onPick={({ email, password }) => set({ email, password })} />}
      {step !== null && (
        <Suspense fallback={null}>
          <SecondFactor
            setUp={step === 'set-up'}
            onClose={reset}
            onProven={(me) => {
              enter(client, me);
              onSignedIn();
            }}
          />
        </Suspense>
      )}
      {failure && !isWrong && (
        <MessageDialog title={failure.title} message={failure.message} onClose={reset} />
      )}
    </>
  );
}

/** Sales a visitor may watch without signing in: those running, then the next ones. */
const SHOWN = 6;
const ORDER = { live: 0, open: 1, future: 2, closed: 3 } as const;

/** The public sales, for people without an account: those that are live first. None where they can't be read. */
function usePublicSales(): { sales: readonly AuctionSummary[]; isPending: boolean } {
  const { data, isPending } = useQuery(currentAuctionsQuery);
  const sales = (data ?? [])
    .filter((auction) => auction.public && !auction.cancelled)
    .sort((a, b) => ORDER[a.state] - ORDER[b.state] || a.liveAt - b.liveAt);
  return { sales, isPending };
}

function PublicSales({ sales }: { sales: readonly AuctionSummary[] }) {
  if (sales.length === 0) return null;
  return (
    <section id="public-sales" className={classes.sales} aria-labelledby="public-sales-title">
      <h2 id="public-sales-title">Watch live sales</h2>
      <p>No account needed to watch.</p>
      <Grid as="ul" gap="sm">
        {sales.map((auction) => (
          <li key={auction._id}>
            <a href={paths.liveRoom(auction)} target="_blank" rel="noopener">
              <strong>{auction.title}</strong>
              <Meta>
                <StateTag mood={auction.state === 'future' ? 'upcoming' : auction.state}>
                  {SALE_STATE_LABELS[auction.state]}
                </StateTag>
                <span>{formatShortDateTime(auction.liveAt)}</span>
                <span>{countOf(auction.lotCount, 'lot')}</span>
                <span>{countOf(auction.headCount, 'head', 'head')}</span>
              </Meta>
            </a>
          </li>
        ))}
      </Grid>
    </section>
  );
}

const awaited = (
  <ul className={classes.showcase} aria-hidden="true">
    <AwaitedLots />
  </ul>
);

/**
 * Sign-in, and the first that a visitor sees of Saleyard: what it is, lots on offer, and the sales that anyone may watch.
 * `notice`: why the person is here again, when a session ended by itself. `email`: typed on the page before.
 */
export function SignInScreen({
  notice,
  email = '',
  onSignedIn,
}: {
  notice: string | null;
  email?: string;
  onSignedIn: () => void;
}) {
  const server = useServerStatus();
  const { sales, isPending } = usePublicSales();
  const live = sales.filter(({ state }) => state === 'live').length;
  useEffect(() => {
    document.title = 'Sign in · Saleyard';
  }, []);
  return (
    <div className={classes.screen}>
      <div className={classes.columns}>
        <div className={classes.yard}>
          <p className={classes.pitch}>Cattle, sheep and goats, sold live across Australia.</p>
          <p className={classes.what}>
            Weights, assessments and pictures of every lot. Watch any public sale without an account.
          </p>
          {(isPending || sales.length > 0) && (
            <div className={classes.place}>
              <Suspense fallback={awaited}>{isPending ? awaited : <Showcase sales={sales} />}</Suspense>
            </div>
          )}
          <Row gap="sm" className={classes.begin}>
            {sales.length > 0 && (
              <Button component="a" variant="accent" size="md" href="#public-sales">
                {live === 0 ? 'See the next sales' : `Watch ${countOf(live, 'live sale')}`}
              </Button>
            )}
            <Button component={Link} variant="default" size="md" to={paths.practice} state={{ starts: true }}>
              Try a practice sale
            </Button>
          </Row>
          <p className={classes.practice}>Practise on sample lots: no account, nothing is bought.</p>
        </div>
        <Card padded className={classes.side}>
          <Row className={classes.head}>
            <h1>Sign in</h1>
            New here?
            <Button component={Link} variant="default" size="md" to={paths.signUp}>
              Register
            </Button>
          </Row>
          {notice && (
            <p role="alert" className={classes.notice}>
              {notice}
            </p>
          )}
          <SignInForm demo={server?.demo === true} email={email} onSignedIn={onSignedIn} />
        </Card>
      </div>
      <PublicSales sales={sales.slice(0, SHOWN)} />
    </div>
  );
}
