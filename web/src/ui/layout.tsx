import type { ReactNode } from 'react';
import classes from './layout.module.css';

/** A step of the theme's spacing. */
type Space = 'xs' | 'sm' | 'md' | 'lg' | 'xl';

type Props = {
  /** Between its parts. */
  gap?: Space;
  /** Above and below it. */
  mt?: Space;
  mb?: Space;
  className?: string;
  children: ReactNode;
};

const looks = (name: string | undefined, { gap = 'md', mt, mb, className }: Props) => ({
  className: `${name} ${className ?? ''}`,
  'data-gap': gap,
  'data-mt': mt,
  'data-mb': mb,
});

/** Parts one beside another, on as many lines as they need. `nowrap`: on one line. */
export function Row({
  justify,
  align,
  nowrap,
  ...props
}: Props & {
  justify?: 'center' | 'space-between' | 'flex-end';
  align?: 'end' | 'start';
  nowrap?: boolean;
}) {
  return (
    <div
      {...looks(classes.row, props)}
      data-justify={justify}
      data-align={align}
      data-nowrap={nowrap || undefined}
    >
      {props.children}
    </div>
  );
}

/** Parts of one width in columns, as many as fit; `least`: the width of the narrowest. */
export const Grid = ({ least = 'md', ...props }: Props & { least?: 'sm' | 'md' }) => (
  <div {...looks(classes.grid, props)} data-least={least}>
    {props.children}
  </div>
);
