import { ERRORS } from '@saleyard/contract/errors.ts';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/app/paths.ts';
import { SESSION_ENDED } from '@/app/session-end.ts';
import { SignInScreen } from '@/features/sign-in/sign-in-screen.tsx';
import { takeRedirect } from '@/lib/redirect-url.ts';

export function SignIn() {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (
    <SignInScreen
      notice={state === SESSION_ENDED ? ERRORS.unauthorized.message : null}
      onSignedIn={() => void navigate(takeRedirect() ?? paths.upcoming, { replace: true })}
    />
  );
}
