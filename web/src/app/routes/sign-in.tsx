import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { SignInScreen } from '@/features/account/sign-in/sign-in-screen.tsx';
import { takeRedirect } from '@/lib/session.ts';
import { registeredEmailOf, sessionEndOf } from './guards.ts';

export function SignIn() {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (
    <SignInScreen
      notice={sessionEndOf(state)}
      email={registeredEmailOf(state)}
      onSignedIn={() => void navigate(takeRedirect() ?? paths.upcoming, { replace: true })}
    />
  );
}
