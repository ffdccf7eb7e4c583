import type { Me } from '@saleyard/contract/accounts.ts';
import { useState } from 'react';
import { isLastSeen, isPageHeld, useHeldPage, useMe } from '@/lib/session.ts';
import { Button } from './button.tsx';
import { SignInAgain } from './sign-in-again.tsx';

/** The signed-in person. While a page is held, its person stays when the session ends or the server is away. */
export function useHeldMe(): Me | null | undefined {
  const now = useMe();
  const [held, setHeld] = useState(now);
  const isKnown = !!now && !isLastSeen(now);
  if (isKnown && now !== held) setHeld(now);
  return !isKnown && isPageHeld() ? held : now;
}

/** Keeps a form open when the session ends: the person signs in again in place. */
export function HeldPage() {
  const account = useHeldMe()?._id;
  return account === undefined ? null : <Held account={account} />;
}

function Held({ account }: { account: string }) {
  const now = useMe();
  useHeldPage(account);
  const [isClosed, setClosed] = useState(false);
  if (now !== null) return null;
  return (
    <>
      <p role="alert">
        You are signed out. Sign in again to save what you typed.{' '}
        <Button size="compact-md" onClick={() => setClosed(false)}>
          Sign in
        </Button>
      </p>
      {!isClosed && <SignInAgain onClose={() => setClosed(true)} onDone={() => setClosed(false)} />}
    </>
  );
}
