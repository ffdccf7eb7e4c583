import { useNavigate } from 'react-router';
import { paths } from '@/app/paths.ts';
import { SignUpScreen } from '@/features/registration/sign-up-screen.tsx';

export function SignUp() {
  const navigate = useNavigate();
  return <SignUpScreen onRegistered={() => void navigate(paths.signIn)} />;
}
