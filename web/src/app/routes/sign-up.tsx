import { useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { SignUpScreen } from '@/features/account/registration/sign-up-screen.tsx';

export function SignUp() {
  const navigate = useNavigate();
  return <SignUpScreen onRegistered={(email) => void navigate(paths.signIn, { state: { email } })} />;
}
