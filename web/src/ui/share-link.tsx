import { useState } from 'react';
import { ICON_SIZES, IconShare } from '@/config/icons.ts';
import { Button } from './button.tsx';
import { toast } from './toasts.tsx';

/** Gives the address of a page on: by what the device offers for that, else by the clipboard. */
export function ShareLink({ path, title }: { path: string; title: string }) {
  const [said, setSaid] = useState('');
  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    try {
      if (navigator.share) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      toast('Link copied');
    } catch (error) {
      // Who changes their mind in the device's own dialog needs no word about it.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        setSaid(`Copy it yourself: ${url}`);
    }
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={ICON_SIZES.md} aria-hidden="true" />}
        onClick={() => void share()}
      >
        Share
      </Button>
      <span role="status">{said}</span>
    </>
  );
}
