import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Radio, RadioGroup } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Stack } from '@/ui/layout.tsx';
import { TextField } from '@/ui/text-field.tsx';

/** The confirmation before a text is in force, and for terms whether everyone must accept them again. */
export function PublishDialog({
  title,
  isTerms,
  restores,
  noteMost,
  isPending,
  error,
  onPublish,
  onClose,
}: {
  title: string;
  isTerms: boolean;
  /** The older version that is published again. */
  restores?: number;
  noteMost: number;
  isPending: boolean;
  error: string | null;
  onPublish: (said: { note: string; mustAccept: boolean }) => void;
  onClose: () => void;
}) {
  const [note, setNote] = useState('');
  const [accepts, setAccepts] = useState<'' | 'nobody' | 'everyone'>('');
  const isReady = !isTerms || accepts !== '';
  const name = restores === undefined ? 'Publish' : `Restore version ${restores}`;
  return (
    <Dialog
      title={restores === undefined ? `Publish ${title}?` : `Restore version ${restores} of ${title}?`}
      onClose={onClose}
      withCancel
      actions={
        <Button
          loading={isPending}
          disabled={!isReady || note.length > noteMost}
          onClick={() => onPublish({ note: note.trim(), mustAccept: accepts === 'everyone' })}
        >
          {name}
        </Button>
      }
    >
      <Stack gap="md">
        <p>Everyone reads it from now on. The version before is kept and can be restored.</p>
        {isTerms && (
          <RadioGroup
            label="Must everyone accept these terms again?"
            value={accepts}
            onChange={(value) => setAccepts(value as 'nobody' | 'everyone')}
          >
            <Stack gap="sm" mt="xs">
              <Radio
                value="nobody"
                label="No"
                description="The terms apply, and nobody has to accept them."
              />
              <Radio
                value="everyone"
                label="Yes"
                description="Everyone is shown them at their next visit and can’t bid until they accept. Bids and auto-bids stay, and in sales that are live now bidding goes on."
              />
            </Stack>
          </RadioGroup>
        )}
        <TextField
          label="What changed (optional, for the history)"
          most={noteMost}
          value={note}
          problem={null}
          onChange={setNote}
        />
        {error !== null && <p role="alert">{error}</p>}
      </Stack>
    </Dialog>
  );
}
