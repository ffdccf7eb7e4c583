import { useNavigate } from 'react-router';
import { paths } from '@/app/paths.ts';
import { Loading } from '@/components/page.tsx';
import { TermsAcceptScreen, TermsUpdate } from '@/features/registration/terms-screens.tsx';
import { useMe } from '@/lib/session.ts';

/** The page of the terms. Who denies them is signed out. */
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

/** The same over whatever page is open, until it is answered. */
export function TermsToAccept() {
  const me = useMe();
  const navigate = useNavigate();
  return me && <TermsUpdate me={me} onDenied={() => void navigate(paths.logOut)} />;
}
