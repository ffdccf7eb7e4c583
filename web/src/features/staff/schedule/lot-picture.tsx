import { PICTURE_TYPES } from '@saleyard/contract/account-files.ts';
import { pictureOperations } from '@saleyard/contract/operations/pictures.ts';
import { PICTURE_BYTES } from '@saleyard/contract/pictures.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { fetchWithProgress } from '@/lib/fetch-with-progress.ts';
import { Button } from '@/ui/button.tsx';
import { Row, Text } from '@/ui/layout.tsx';
import { UploadField, UploadProgress } from '@/ui/upload/upload-field.tsx';
import classes from './schedule.module.css';

/** ms in which a picture must have arrived. */
const UPLOAD_LIMIT_MS = 120_000;
const [PNG, JPEG] = PICTURE_TYPES;
const ACCEPTED = { [PNG]: ['.png'], [JPEG]: ['.jpg', '.jpeg'] };
const THUMBNAIL = { width: 96, height: 72 } as const;

/** Uploads a picture of stock, whose address then goes into the column `pictureUrl` of the file. */
export function LotPicture() {
  const [sent, setSent] = useState<number | null>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      setSent(0);
      const transport = { fetch: fetchWithProgress(setSent), limitMs: UPLOAD_LIMIT_MS };
      return (await call(pictureOperations.uploadPicture, { body: file, transport })).picture;
    },
    onSettled: () => setSent(null),
  });
  const { data: picture, error, variables } = upload;
  return (
    <section aria-label="Pictures of lots">
      <p className="sy-dim">A picture is uploaded first. Its address goes into the column pictureUrl.</p>
      <UploadField
        id="lot-picture"
        kind="a picture"
        accept={ACCEPTED}
        mostBytes={PICTURE_BYTES}
        chosen={picture === undefined ? null : (variables?.name ?? null)}
        onFile={(chosen) => upload.mutate(chosen)}
      />
      <UploadProgress share={sent} label="Sending the picture" />
      {error && (
        <p role="alert" className={classes.alert}>
          {errorTextOf(error).message}
        </p>
      )}
      {picture && (
        <Row gap="sm" mt="sm" className={classes.uploaded}>
          <img src={picture.thumbnail} alt="Uploaded" {...THUMBNAIL} />
          <Text as="code" anywhere>
            {picture.url}
          </Text>
          <Button
            variant="default"
            onClick={async () => {
              await navigator.clipboard.writeText(picture.url);
              setCopied(picture.url);
            }}
          >
            {copied === picture.url ? 'Copied' : 'Copy address'}
          </Button>
        </Row>
      )}
    </section>
  );
}
