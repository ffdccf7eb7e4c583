import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import {
  DemoOutboxScreen,
  ForgotScreen,
  MagicLinkScreen,
  RecoverScreen,
} from '@/features/account/sign-in/recovery-screens.tsx';
import { magicTokenOf } from '@/lib/incoming-links.ts';
import { meQuery, takeRedirect } from '@/lib/session.ts';
import { homeOf, typedEmailOf } from './guards.ts';

/** Where a security code was sent: handed from the page that asked for it to the one that takes it. */
type SentTo = { sentTo: string };

export function Forgot() {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (
    <ForgotScreen
      email={typedEmailOf(state)}
      onSent={(email) => {
        const state: SentTo = { sentTo: email };
        void navigate(paths.recover, { state });
      }}
    />
  );
}

export function Recover() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const email = (state as Partial<SentTo> | null)?.sentTo ?? null;
  return <RecoverScreen email={email} onChanged={() => void navigate(paths.signIn, { state: { email } })} />;
}

export function MagicLink() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const token = magicTokenOf(useLocation().pathname) ?? '';
  return (
    <MagicLinkScreen
      key={token}
      token={token}
      onSignedIn={() =>
        void navigate(takeRedirect() ?? homeOf(client.getQueryData(meQuery.queryKey)), { replace: true })
      }
    />
  );
}

export function DemoOutbox() {
  const [query] = useSearchParams();
  return <DemoOutboxScreen email={query.get('email') ?? ''} />;
}
