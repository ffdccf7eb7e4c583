import { ERRORS } from '@saleyard/contract/errors.ts';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/app/paths.ts';
import { SignInScreen } from '@/features/sign-in/sign-in-screen.tsx';
import { takeRedirect } from '@/lib/session.ts';
import { SESSION_ENDED } from './guards.ts';

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
