import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { SignInScreen } from '@/features/account/sign-in/sign-in-screen.tsx';
import { meQuery, takeRedirect } from '@/lib/session.ts';
import { homeOf, sessionEndOf, typedEmailOf } from './guards.ts';

export function SignIn() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { state } = useLocation();
  return (
    <SignInScreen
      notice={sessionEndOf(state)}
      email={typedEmailOf(state)}
      onSignedIn={() =>
        void navigate(takeRedirect() ?? homeOf(client.getQueryData(meQuery.queryKey)), { replace: true })
      }
    />
  );
}
