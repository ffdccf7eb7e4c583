import type { ComponentType, ReactNode } from 'react';
import { ICON_SIZES, IconX } from '@/config/icons.ts';
import classes from './banner-list.module.css';

/** One banner across the page. `closes`: what its close button is called; left out, it has none. */
export type Banner = {
  id: string;
  Icon: ComponentType<{ size: number; 'aria-hidden': 'true' }>;
  content: ReactNode;
  closes?: string;
  tone?: 'info' | 'warning';
};

/** Banners under the header, each until it is closed. `isSpoken`: the page reads them out itself. */
export function BannerList({
  label,
  banners,
  onClose,
  isSpoken = false,
}: {
  label: string;
  banners: readonly Banner[];
  onClose?: (id: string) => void;
  isSpoken?: boolean;
}) {
  if (banners.length === 0) return null;
  return (
    <ul
      className={`${classes.list} sy-no-print`}
      aria-label={label}
      aria-live={isSpoken ? undefined : 'polite'}
    >
      {banners.map(({ id, Icon, content, closes, tone }) => (
        <li key={id} data-tone={tone}>
          <Icon size={ICON_SIZES.md} aria-hidden="true" />
          <span>{content}</span>
          {closes !== undefined && (
            <button type="button" aria-label={closes} onClick={() => onClose?.(id)}>
              <IconX size={ICON_SIZES.sm} aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
