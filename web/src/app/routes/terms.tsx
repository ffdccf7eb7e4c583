import { useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { TermsAcceptScreen, TermsUpdate } from '@/features/account/registration/terms-screens.tsx';
import { useMe } from '@/lib/session.ts';
import { Loading } from '@/ui/page.tsx';

/** The page of the terms. A person who declines them is signed out. */
export function TermsAccept() {
  const me = useMe();
  const navigate = useNavigate();
  if (!me) return <Loading label="Loading terms…" />;
  return (
    <TermsAcceptScreen
      me={me}
      onAccepted={() => void navigate(paths.upcoming)}
      onDenied={() => void navigate(paths.logOut)}
    />
  );
}

/** The same over the page that is open, until it is answered. */
export function TermsToAccept() {
  const me = useMe();
  const navigate = useNavigate();
  return me && <TermsUpdate me={me} onDenied={() => void navigate(paths.logOut)} />;
}
