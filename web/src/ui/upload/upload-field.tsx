import { formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { useEffect, useState } from 'react';
import { type FileRejection, useDropzone } from 'react-dropzone';
import { ICON_SIZES, IconUpload } from '@/config/icons.ts';
import { Button } from '@/ui/button.tsx';
import classes from './upload-field.module.css';

/** Bytes as people read them: "2 MB", "40 kB". */
function sizeOf(bytes: number): string {
  const kilobytes = bytes / 1_024;
  return kilobytes < 1_024
    ? `${formatCount(Math.ceil(kilobytes))} kB`
    : `${formatCount(Math.round(kilobytes / 102.4) / 10)} MB`;
}

/** Why a file is not taken, in a sentence. */
function refusalOf(
  rejections: readonly FileRejection[],
  { kind, mostBytes, several }: { kind: string; mostBytes: number; several: boolean },
): string | null {
  const [first] = rejections;
  if (first === undefined) return null;
  if (rejections.length > 1 && !several) return 'Please choose one file.';
  if (first.errors.some(({ code }) => code === 'file-too-large'))
    return `${first.file.name} has ${sizeOf(first.file.size)}; at most ${sizeOf(mostBytes)} are taken.`;
  return several
    ? `${first.file.name} can't be added. Please choose ${kind}.`
    : `${first.file.name} is not ${kind}.`;
}

/** The browser found no type in a file's name, so its bytes are checked after it was chosen. */
const hasUnknownType = ({ file, errors }: FileRejection): boolean =>
  file.type === '' && errors.every(({ code }) => code === 'file-invalid-type');

/** A file to be dropped here, or chosen: its type and size are checked before anything is read of it. */
export function UploadField({
  id,
  kind,
  accept,
  mostBytes,
  chosen,
  several = false,
  onFile,
}: {
  /** Of the button, for the error summary to lead to. */
  id: string;
  /** What the file must be: "a CSV file". */
  kind: string;
  /** Media types with the endings of their files. */
  accept: Readonly<Record<string, readonly string[]>>;
  mostBytes: number;
  /** The name of the file that was chosen before. */
  chosen: string | null;
  /** Several may be chosen at once: `onFile` is called for each. */
  several?: boolean;
  onFile: (file: File) => void;
}) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: Object.fromEntries(Object.entries(accept).map(([type, endings]) => [type, [...endings]])),
    maxSize: mostBytes,
    multiple: several,
    // The button opens the dialog by keyboard and press; the zone is for dropping.
    noClick: true,
    noKeyboard: true,
    onDrop: (files, rejections) => {
      const unknown = rejections.filter(hasUnknownType);
      const refused = rejections.filter((rejection) => !unknown.includes(rejection));
      setRefusal(refusalOf(refused, { kind, mostBytes, several }));
      for (const file of [...files, ...unknown.map(({ file }) => file)]) onFile(file);
    },
  });
  return (
    <div
      {...getRootProps({ className: classes.zone, role: undefined })}
      data-over={isDragActive || undefined}
    >
      <input {...getInputProps({ 'aria-label': `Choose ${kind}` })} />
      <Button
        id={id}
        variant="default"
        leftSection={<IconUpload size={ICON_SIZES.sm} aria-hidden="true" />}
        onClick={open}
      >
        {chosen === null ? `Choose ${kind}` : 'Choose another file'}
      </Button>
      <span className="sy-dim">
        {chosen ?? (several ? 'or drop them here' : 'or drop it here')}, at most {sizeOf(mostBytes)}
      </span>
      {refusal !== null && (
        <p role="alert" className={classes.refusal}>
          {refusal}
        </p>
      )}
    </div>
  );
}

/** The address of a file that is only here, for as long as it is shown. */
export function useFileAddress(file: File | undefined): string | null {
  const [address, setAddress] = useState<{ of: File; url: string } | null>(null);
  useEffect(() => {
    if (file === undefined) return;
    const url = URL.createObjectURL(file);
    setAddress({ of: file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return address !== null && address.of === file ? address.url : null;
}

/** How much of a file has left, 0 to 1, while it is sent; null: nothing is being sent. */
export function UploadProgress({ share, label }: { share: number | null; label: string }) {
  if (share === null) return null;
  const percent = Math.round(share * 100);
  return (
    <div className={classes.progress}>
      <span>
        {label} {percent}%
      </span>
      <progress className={classes.bar} max={100} value={percent} aria-label={label} />
    </div>
  );
}
