import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import {
  DemoOutboxScreen,
  ForgotScreen,
  MagicLinkScreen,
  RecoverScreen,
} from '@/features/account/sign-in/recovery-screens.tsx';
import { magicTokenOf } from '@/lib/incoming-links.ts';
import { takeRedirect } from '@/lib/session.ts';

/** Where a security code was sent: handed from the page that asked for it to the one that takes it. */
type SentTo = { sentTo: string };

export function Forgot() {
  const navigate = useNavigate();
  return (
    <ForgotScreen
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
  return (
    <RecoverScreen
      email={(state as Partial<SentTo> | null)?.sentTo ?? null}
      onChanged={() => void navigate(paths.signIn)}
    />
  );
}

export function MagicLink() {
  const navigate = useNavigate();
  const token = magicTokenOf(useLocation().pathname) ?? '';
  return (
    <MagicLinkScreen
      key={token}
      token={token}
      onSignedIn={() => void navigate(takeRedirect() ?? paths.upcoming, { replace: true })}
    />
  );
}

export function DemoOutbox() {
  const [query] = useSearchParams();
  return <DemoOutboxScreen email={query.get('email') ?? ''} />;
}
