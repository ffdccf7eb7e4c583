import { useEffect, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { TextInput } from '@/ui/inputs.tsx';
import classes from './selling.module.css';

/** Paper and ink are the same in every theme: a signature is a document. */
const PAPER = 'white';
const INK = 'black';
/** px of a name that is typed, and characters of it. */
const TYPED = { width: 900, height: 300 } as const;
const NAME_MOST = 60;

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));

/** A name as handwriting, as large as there is room for it. */
function typedName(name: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = TYPED.width;
  canvas.height = TYPED.height;
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.fillStyle = PAPER;
    context.fillRect(0, 0, TYPED.width, TYPED.height);
    context.fillStyle = INK;
    context.font = `italic ${Math.min(110, Math.floor(1_500 / name.length))}px "Snell Roundhand", "Segoe Script", cursive`;
    context.textBaseline = 'middle';
    context.fillText(name, 40, TYPED.height / 2, TYPED.width - 80);
  }
  return canvas;
}

/** Somebody signs: by a finger, a pen or a mouse, or by typing their name. */
export function SignatureDialog({
  title,
  onSigned,
  onClose,
}: {
  title: string;
  onSigned: (file: File) => void;
  onClose: () => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    const drawn = canvas.current;
    if (drawn === null) return;
    const scale = Math.max(1, window.devicePixelRatio);
    drawn.width = drawn.clientWidth * scale;
    drawn.height = drawn.clientHeight * scale;
    drawn.getContext('2d')?.scale(scale, scale);
    const made = new SignaturePad(drawn, { backgroundColor: PAPER, penColor: INK });
    made.addEventListener('beginStroke', () => setMissing(false));
    pad.current = made;
    return () => made.off();
  }, []);
  const accept = async () => {
    const typed = name.trim();
    if (typed.length > NAME_MOST) return;
    const isDrawn = pad.current !== null && !pad.current.isEmpty();
    const source = isDrawn ? canvas.current : typed === '' ? null : typedName(typed);
    const blob = source && (await blobOf(source));
    if (blob) onSigned(new File([blob], 'signature.png', { type: 'image/png' }));
    else setMissing(true);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="default"
            onClick={() => {
              pad.current?.clear();
              setName('');
            }}
          >
            Clear
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => void accept()}>Accept</Button>
        </>
      }
    >
      <p>Please draw your signature, or type your name.</p>
      <canvas ref={canvas} className={classes.pad} role="img" aria-label="Place for the signature" />
      <TextInput
        label="Name"
        autoComplete="off"
        most={NAME_MOST}
        value={name}
        error={missing && 'Please sign first'}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setMissing(false);
        }}
      />
    </Dialog>
  );
}
