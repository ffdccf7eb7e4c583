import { BID_ERRORS, NOT_SIGNED_IN } from '@saleyard/contract/bid-errors.ts';
import { useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { saveRedirect } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog, MessageDialog } from '@/ui/dialog.tsx';
import { SupportLine } from './support-line.tsx';
import type { BidQuestion } from './use-bid-actions.ts';

/** A visitor wants to bid: they sign in or register first, and come back here. */
function SignInDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const go = (to: string) => {
    saveRedirect(`${location.pathname}${location.search}`);
    void navigate(to);
  };
  return (
    <Dialog
      title="Login or register"
      onClose={onClose}
      withCancel
      actions={
        <>
          <Button variant="default" onClick={() => go(paths.signUp)}>
            Register
          </Button>
          <Button onClick={() => go(paths.signIn)}>Login</Button>
        </>
      }
    >
      <p>{NOT_SIGNED_IN.message}</p>
    </Dialog>
  );
}

/** A bid waits for newer terms: they open beside the room, which stays. */
function TermsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Our Terms & Conditions were updated"
      onClose={onClose}
      withCancel
      actions={
        <Button
          component="a"
          href={paths.termsAccept}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
        >
          Read the terms
        </Button>
      }
    >
      <p>{BID_ERRORS['terms-not-accepted'].message}</p>
    </Dialog>
  );
}

/** What a bid stops the viewer for: to sign in, or to read why it was refused. */
export function BidDialogs({ question, onClose }: { question: BidQuestion | null; onClose: () => void }) {
  if (question === null) return null;
  if (question.kind === 'terms') return <TermsDialog onClose={onClose} />;
  if (question.kind === 'sign-in') return <SignInDialog onClose={onClose} />;
  return (
    <MessageDialog title="Bid error" message={question.message} onClose={onClose}>
      <SupportLine />
    </MessageDialog>
  );
}
