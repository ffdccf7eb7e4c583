import { Button } from '@mantine/core';
import { ERRORS } from '@saleyard/contract/errors.ts';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths.ts';
import { Dialog } from '@/components/dialog.tsx';
import { saveRedirect } from '@/lib/redirect-url.ts';

/** A visitor wants to bid: they sign in or register first, and come back here. */
export function SignInDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const go = (to: string) => {
    saveRedirect(`${location.pathname}${location.search}`);
    void navigate(to);
  };
  return (
    <Dialog
      title="Login or register"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="default" onClick={() => go('/sign-up')}>
            Register
          </Button>
          <Button onClick={() => go(paths.signIn)}>Login</Button>
        </>
      }
    >
      <p>{ERRORS['not-signed-in'].message}</p>
    </Dialog>
  );
}
