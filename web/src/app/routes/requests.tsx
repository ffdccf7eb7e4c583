import { useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { AccessRequestScreen } from '@/features/account/access-request/access-request-screen.tsx';

export function RequestToBuy() {
  const navigate = useNavigate();
  return <AccessRequestScreen kind="buyer" onDone={() => void navigate(paths.home)} />;
}

export function RequestToSell() {
  const navigate = useNavigate();
  return <AccessRequestScreen kind="buyer-and-seller" onDone={() => void navigate(paths.upcoming)} />;
}
