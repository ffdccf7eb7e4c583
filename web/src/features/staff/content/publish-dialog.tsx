import type { TextVersion } from '@saleyard/contract/content.ts';
import { contentOperations } from '@saleyard/contract/operations/content.ts';
import { TEXT_NOTE_MOST } from '@saleyard/domain/content/text.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Radio, RadioGroup } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Stack } from '@/ui/layout.tsx';
import { TextField } from '@/ui/text-field.tsx';

/** The confirmation before a text is in force, and for terms whether everyone must accept them again. */
export function PublishDialog({
  inForce: { _id: id, title, inForce: version },
  change,
  onPublished,
  onClose,
}: {
  inForce: TextVersion;
  /** The new text, or the older version that is published again. */
  change: { text: string } | { restores: number };
  onPublished: (version: number) => void;
  onClose: () => void;
}) {
  const [note, setNote] = useState('');
  const [accepts, setAccepts] = useState<'' | 'nobody' | 'everyone'>('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(contentOperations.publishText, {
        params: { text: id },
        body: { version, ...change, note: note.trim(), mustAccept: accepts === 'everyone' },
      }),
    onSuccess: (published) => onPublished(published.version),
  });
  const isTerms = id === 'terms';
  const isReady = !isTerms || accepts !== '';
  const name = 'restores' in change ? `Restore version ${change.restores}` : 'Publish';
  return (
    <Dialog
      title={'restores' in change ? `${name} of ${title}?` : `Publish ${title}?`}
      onClose={onClose}
      withCancel
      actions={
        <Button
          loading={isPending}
          disabled={!isReady || note.length > TEXT_NOTE_MOST}
          onClick={() => mutate()}
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
          most={TEXT_NOTE_MOST}
          value={note}
          problem={null}
          onChange={setNote}
        />
        {error && <p role="alert">{errorTextOf(error).message}</p>}
      </Stack>
    </Dialog>
  );
}
