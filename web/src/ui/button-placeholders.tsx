import { ICON_SIZES } from '@/config/icons.ts';
import { Button } from './button.tsx';

/** The place of buttons that are loaded once the page is shown, as wide as they are: nothing moves when they come. */
export function ButtonPlaceholders({ labels }: { labels: readonly string[] }) {
  return labels.map((label) => (
    <Button
      key={label}
      variant="default"
      leftSection={<svg width={ICON_SIZES.md} height={ICON_SIZES.md} aria-hidden="true" />}
      className="sy-unloaded"
      disabled
      aria-hidden="true"
    >
      {label}
    </Button>
  ));
}

export const EMAIL_LOT = 'Email Lot Details';
export const LOT_TOOLS = [EMAIL_LOT, 'Download Lot Details'] as const;
