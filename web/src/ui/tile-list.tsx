import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ICON_SIZES, type Icon } from '@/config/icons.ts';
import { Text } from './layout.tsx';
import classes from './tile-list.module.css';

/** `more`: what comes after the text. `onPress` in place of `to`: the tile answers in the page. */
export type Tile = { title: string; text: string; icon: Icon; more?: ReactNode } & (
  | { to: string }
  | { onPress: () => void }
);

/** What a hub leads to, a tile each, under a line that says what it is for. */
export function TileList({ intro, tiles }: { intro: string; tiles: readonly Tile[] }) {
  return (
    <>
      <p className={classes.intro}>{intro}</p>
      <ul className={classes.tiles}>
        {tiles.map((tile) => {
          const { title, text, icon: Picture, more } = tile;
          const body = (
            <>
              <Picture size={ICON_SIZES.xl} aria-hidden="true" />
              <strong>{title}</strong>
              <Text as="span" size="sm" tone="dim">
                {text}
              </Text>
              {more}
            </>
          );
          return (
            <li key={title}>
              {'to' in tile ? (
                <Link to={tile.to} className={`${classes.tile} sy-panel`}>
                  {body}
                </Link>
              ) : (
                <button type="button" className={`${classes.tile} sy-panel`} onClick={tile.onPress}>
                  {body}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
