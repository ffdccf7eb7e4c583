import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Question = {
  title: string;
  /** What follows from a yes. */
  message: string;
  /** The word on the button that says yes. */
  yes: string;
  /** What a yes does cannot be undone. */
  danger?: boolean;
};

/** Lets a person confirm something before it is done. `question` must be rendered; `ask` shows it, and does `then` on a yes. */
export function useQuestion(): { ask: (question: Question, then: () => void) => void; question: ReactNode } {
  const [asked, setAsked] = useState<(Question & { then: () => void }) | null>(null);
  const close = () => setAsked(null);
  const question = asked && (
    <Dialog
      title={asked.title}
      onClose={close}
      withCancel
      actions={
        <Button
          color={asked.danger ? 'ochre' : undefined}
          onClick={() => {
            close();
            asked.then();
          }}
        >
          {asked.yes}
        </Button>
      }
    >
      <p>{asked.message}</p>
    </Dialog>
  );
  return { ask: (next, then) => setAsked({ ...next, then }), question };
}
