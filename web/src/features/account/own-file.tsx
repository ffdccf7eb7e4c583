import { LOGO_BYTES, PAPER_BYTES } from '@saleyard/contract/account-files.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import { accountFileOperations } from '@saleyard/contract/operations/account-files.ts';
import type { AccountFileKind } from '@saleyard/domain/account/profile.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { fetchWithProgress } from '@/lib/fetch-with-progress.ts';
import { meQuery } from '@/lib/session.ts';
import { Text } from '@/ui/layout.tsx';
import { UploadField, UploadProgress } from '@/ui/upload/upload-field.tsx';
import classes from './own-file.module.css';

/** ms in which a file must have arrived: a phone on a farm sends slowly. */
const UPLOAD_LIMIT_MS = 120_000;

const PICTURES = { 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'] };
const PAPERS = { ...PICTURES, 'application/pdf': ['.pdf'] };

/** Each file of an account: how it is sent, and what it must be. */
const KINDS = {
  logo: {
    operation: accountFileOperations.uploadLogo,
    label: 'Logo',
    kind: 'a picture',
    accept: PICTURES,
    mostBytes: LOGO_BYTES,
  },
  licenseFile: {
    operation: accountFileOperations.uploadLicense,
    label: 'Licence',
    kind: 'a PDF or picture',
    accept: PAPERS,
    mostBytes: PAPER_BYTES,
  },
  policyFile: {
    operation: accountFileOperations.uploadPolicy,
    label: 'Insurance policy',
    kind: 'a PDF or picture',
    accept: PAPERS,
    mostBytes: PAPER_BYTES,
  },
} as const;

/** Sends a file of the person's own; who we are is then known again. `sent`: how much has left, 0 to 1. */
function useUpload(kind: AccountFileKind, onSent?: () => void) {
  const client = useQueryClient();
  const [sent, setSent] = useState<number | null>(null);
  const upload = useMutation({
    mutationFn: async (file: File): Promise<Me> => {
      setSent(0);
      const transport = { fetch: fetchWithProgress(setSent), limitMs: UPLOAD_LIMIT_MS };
      return (await call(KINDS[kind].operation, { body: file, transport })).user;
    },
    onSuccess: (user) => {
      client.setQueryData(meQuery.queryKey, user);
      onSent?.();
    },
    onSettled: () => setSent(null),
  });
  return { upload, sent };
}

/** A file of the person's own: what is there, and another one in its place. It is stored as soon as it is chosen. */
export function OwnFile({
  kind,
  file,
  onSent,
}: {
  kind: AccountFileKind;
  file: Me['logo'];
  onSent?: () => void;
}) {
  const { label, kind: what, accept, mostBytes } = KINDS[kind];
  const { upload, sent } = useUpload(kind, onSent);
  return (
    <section className={classes.file} aria-label={label}>
      <Text weight="bold">{label}</Text>
      {file !== null && kind !== 'logo' && (
        <p>
          <a href={file.url} target="_blank" rel="noopener">
            {file.name}
          </a>
        </p>
      )}
      <UploadField
        id={`file-${kind}`}
        kind={what}
        accept={accept}
        mostBytes={mostBytes}
        chosen={kind === 'logo' ? null : (file?.name ?? null)}
        onFile={(chosen) => upload.mutate(chosen)}
      />
      <UploadProgress share={sent} label={`Sending ${label.toLowerCase()}`} />
      {upload.error && (
        <Text as="div" tone="bad" role="alert">
          <strong>File upload error</strong>
          <p>{errorTextOf(upload.error).message}</p>
        </Text>
      )}
      {upload.isSuccess && <p role="status">{label} saved.</p>}
    </section>
  );
}

/** Licence and insurance policy, which staff look at before they approve. */
export function OwnPapers({ me }: { me: Me }) {
  return (
    <div className={classes.papers}>
      <OwnFile kind="licenseFile" file={me.licenseFile} />
      <OwnFile kind="policyFile" file={me.policyFile} />
    </div>
  );
}
