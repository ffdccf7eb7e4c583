import { LEAST_PICTURE } from '@saleyard/contract/pictures.ts';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { drawnAs } from './media-files.ts';
import classes from './selling.module.css';

/** [S384] The box that a picture is cut with, px; on a narrow screen it is as wide as there is room. */
const BOX = LEAST_PICTURE;
const ZOOM_STEP = 0.1;

/** Cuts a picture by moving and enlarging it behind a box. What is cut has at least the pixels of the box. */
export function CropDialog({
  address,
  name,
  onCropped,
  onClose,
}: {
  address: string;
  name: string;
  onCropped: (file: File) => void;
  onClose: () => void;
}) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [mostZoom, setMostZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [failed, setFailed] = useState(false);
  const cut = async () => {
    if (area === null) return;
    try {
      const image = new Image();
      image.src = address;
      await image.decode();
      const blob = await drawnAs(image, area, area);
      onCropped(new File([blob], `${name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' }));
    } catch {
      setFailed(true);
    }
  };
  return (
    <Dialog
      title="Crop picture"
      onClose={onClose}
      withCancel
      actions={<Button onClick={() => void cut()}>Crop</Button>}
    >
      <div className={classes.cropper}>
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          maxZoom={mostZoom}
          aspect={BOX.width / BOX.height}
          {...(window.innerWidth > 400 && { cropSize: { ...BOX } })}
          objectFit="cover"
          zoomWithScroll
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          onMediaLoaded={({ naturalWidth, naturalHeight }) =>
            setMostZoom(Math.max(1, Math.min(naturalWidth / BOX.width, naturalHeight / BOX.height)))
          }
          mediaProps={{ alt: `${name}, to be cropped` }}
        />
      </div>
      <label className={classes.zoom}>
        Zoom
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={ZOOM_STEP}
          value={zoom}
          disabled={mostZoom === 1}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
        />
      </label>
      <p className="sy-dim">Move the picture by dragging it, or by the arrow keys.</p>
      {failed && <p role="alert">Error loading image</p>}
    </Dialog>
  );
}
