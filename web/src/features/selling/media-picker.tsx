import { MEDIA_REFUSALS, VIDEO_BYTES, VIDEO_SECONDS } from '@saleyard/contract/lot-media.ts';
import { pictureOfWidth } from '@saleyard/contract/picture-addresses.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { createContext, Suspense, useContext, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { useController, useFormContext } from 'react-hook-form';
import {
  ICON_SIZES,
  IconCamera,
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPlay,
  IconStar,
  IconTrash,
  IconUpload,
} from '@/config/icons.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';
import { Grid, Row, Text } from '@/ui/layout.tsx';
import { useQuestion } from '@/ui/question-dialog.tsx';
import zone from '@/ui/upload/upload-field.module.css';
import { UploadProgress, useFileAddress } from '@/ui/upload/upload-field.tsx';
import { type LotValues, type MediaRow, newMediaRow } from './lot-values.ts';
import { readyMedium } from './media-files.ts';
import classes from './selling.module.css';
import { NOT_SENT, type Sending } from './send-files.ts';

// Most pictures are taken as they are.
const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog);

/** What is being sent. */
export const SendingContext = createContext<Sending | null>(null);

/** What a choice of files offers first; the type of a file is found from its bytes. */
const ACCEPTED =
  'image/jpeg,image/png,image/heic,image/heif,.heic,.heif,.jfif,video/mp4,video/quicktime,.mp4,.mov';
/** px of a picture that is to be cropped. */
const CROPPED_WIDTH = 1_920;

/** One row: a new one is shown from its file, a kept one from the server. */
function Medium({
  row,
  place,
  count,
  onMove,
  onRemove,
  onRetry,
  onCrop,
}: {
  row: MediaRow;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
  onRetry: () => void;
  onCrop: (address: string) => void;
}) {
  const sending = useContext(SendingContext);
  const isVideo = row.mimeType.startsWith('video/');
  const own = useFileAddress(isVideo ? row.poster : row.file);
  const shown = own ?? (row.thumbnail === '' ? null : row.thumbnail);
  const kind = isVideo ? 'video' : 'picture';
  const name = `${kind} ${place + 1}`;
  const ways = [
    { label: `Move ${name} forward`, to: place - 1, icon: IconChevronLeft, may: place > 0 },
    { label: `Move ${name} back`, to: place + 1, icon: IconChevronRight, may: place < count - 1 },
    { label: `Make ${name} the main one`, to: 0, icon: IconStar, may: place > 0 },
  ];
  return (
    <li className={classes.medium} aria-label={name}>
      {shown === null ? (
        <span className={classes.nothing}>
          <IconPlayerPlay size={ICON_SIZES.xl} aria-hidden="true" />
        </span>
      ) : (
        <img src={shown} alt={row.name || name} width={300} height={200} />
      )}
      <Text as="span" anywhere>
        {place === 0 && <strong>Main. </strong>}
        {isVideo && 'Video. '}
        {row.name}
        {row.isNew && !row.problem && <span className="sy-dim"> is sent with the next save</span>}
      </Text>
      {sending?.id === row.id && <UploadProgress share={sending.share} label={`Sending ${name}`} />}
      {row.problem && (
        <Text tone="bad" role="alert">
          {NOT_SENT.media}. {row.problem}
        </Text>
      )}
      <Row gap="xs" className={classes.mediumWays}>
        {ways.map(({ label, to, icon: Icon, may }) => (
          <IconButton key={label} aria-label={label} disabled={!may} onClick={() => onMove(to)}>
            <Icon size={ICON_SIZES.md} aria-hidden="true" />
          </IconButton>
        ))}
        <IconButton aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={ICON_SIZES.md} aria-hidden="true" />
        </IconButton>
        {!isVideo && shown !== null && (
          <Button
            variant="default"
            aria-label={`Crop ${name}`}
            onClick={() => onCrop(own ?? pictureOfWidth(row.url, CROPPED_WIDTH))}
          >
            Crop
          </Button>
        )}
        {row.problem && (
          <Button variant="default" aria-label={`Try ${name} again`} onClick={onRetry}>
            Try again
          </Button>
        )}
      </Row>
    </li>
  );
}

/** The pictures and videos of the lot. New ones are only here until the lot is saved. */
export function MediaFields() {
  const { field } = useController<LotValues, 'media'>({ name: 'media' });
  const { getValues } = useFormContext<LotValues>();
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const camera = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(0);
  const [cropping, setCropping] = useState<{ id: string; name: string; address: string } | null>(null);
  const { ask, question } = useQuestion();
  const rows = field.value;
  const isFull = rows.length >= LOT_LIMITS.media;
  // What happened while a file was read, or a dialog was open, stays.
  const change = (to: (now: readonly MediaRow[]) => MediaRow[]) => field.onChange(to(getValues('media')));

  const take = async (files: readonly File[]) => {
    setRefusals([]);
    setReading((now) => now + files.length);
    for (const file of files) {
      const isTaken = getValues('media').length < LOT_LIMITS.media;
      const ready = isTaken ? await readyMedium(file) : null;
      setReading((now) => now - 1);
      if (ready === null) setRefusals((now) => [...new Set([...now, MEDIA_REFUSALS.tooMany])]);
      else if (ready.outcome === 'refused') setRefusals((now) => [...now, `${file.name}: ${ready.message}`]);
      else {
        const row = newMediaRow(ready.file, ready);
        change((now) => [...now, row]);
      }
    }
  };
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    // The button opens the dialog by keyboard and press; the zone is for dropping.
    noClick: true,
    noKeyboard: true,
    disabled: isFull,
    onDrop: (files) => void take(files),
  });
  return (
    <FieldGroup title="Pictures and Videos">
      <Wide>
        {rows.length > 0 && (
          <Grid as="ul" gap="sm" mb="sm" aria-label="Pictures and Videos">
            {rows.map((row, index) => (
              <Medium
                key={row.id}
                row={row}
                place={index}
                count={rows.length}
                onMove={(to) => field.onChange(rows.toSpliced(index, 1).toSpliced(to, 0, row))}
                onRemove={() =>
                  ask(
                    {
                      title: 'Delete',
                      message: 'Are you sure you want to delete this picture or video?',
                      yes: 'Delete',
                      danger: true,
                    },
                    () => change((now) => now.filter(({ id }) => id !== row.id)),
                  )
                }
                onRetry={() => field.onChange(rows.with(index, { ...row, problem: undefined }))}
                onCrop={(address) => setCropping({ id: row.id, name: row.name || 'picture', address })}
              />
            ))}
          </Grid>
        )}
        {isFull ? (
          <p role="note">{MEDIA_REFUSALS.tooMany}</p>
        ) : (
          <div
            {...getRootProps({ className: zone.zone, role: undefined })}
            data-over={isDragActive || undefined}
          >
            <input {...getInputProps({ accept: ACCEPTED, 'aria-label': 'Choose pictures and videos' })} />
            <Button
              id="field-media"
              variant="default"
              loading={reading > 0}
              leftSection={<IconUpload size={ICON_SIZES.sm} aria-hidden="true" />}
              onClick={open}
            >
              Choose pictures and videos
            </Button>
            {/* On a phone the camera opens, and what it takes is in the lot. */}
            <input
              ref={camera}
              type="file"
              accept="image/*"
              capture="environment"
              aria-label="Take a photo"
              hidden
              onChange={({ currentTarget }) => {
                void take([...(currentTarget.files ?? [])]);
                currentTarget.value = '';
              }}
            />
            <Button
              variant="default"
              className={classes.camera}
              leftSection={<IconCamera size={ICON_SIZES.sm} aria-hidden="true" />}
              onClick={() => camera.current?.click()}
            >
              Take a photo
            </Button>
            <span className="sy-dim">
              or drop them here: JPG, PNG, HEIC, MP4; videos of at most {VIDEO_SECONDS} seconds and{' '}
              {VIDEO_BYTES / 1024 / 1024} MB
            </span>
          </div>
        )}
        {refusals.length > 0 && (
          <div role="alert" className={classes.refusals}>
            {refusals.map((message) => (
              <p key={message}>{message}</p>
            ))}
          </div>
        )}
      </Wide>
      {cropping && (
        <Suspense fallback={null}>
          <CropDialog
            address={cropping.address}
            name={cropping.name}
            onClose={() => setCropping(null)}
            onCropped={(file) => {
              change((now) =>
                now.map((row) => (row.id === cropping.id ? newMediaRow(file, { outcome: 'picture' }) : row)),
              );
              setCropping(null);
            }}
          />
        </Suspense>
      )}
      {question}
    </FieldGroup>
  );
}
