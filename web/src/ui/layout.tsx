import type { ComponentPropsWithoutRef, ElementType, ReactNode } from 'react';
import classes from './layout.module.css';

// What screens are laid out with. A screen has CSS of its own only for what these can't say.

/** A step of the theme's spacing. */
type Space = 'none' | 'xs' | 'sm' | 'md' | 'lg' | 'xl';

type Spacing = {
  /** Between its parts. */
  gap?: Space;
  /** Above and below it. */
  mt?: Space;
  mb?: Space;
};

/** The element it is; a `div` when left out. Its attributes are passed on. */
type Props<C extends ElementType, P> = P & { as?: C } & Omit<
    ComponentPropsWithoutRef<C>,
    keyof P | 'as' | 'children'
  > & { children?: ReactNode };

const named = (...names: readonly (string | undefined)[]): string => names.filter(Boolean).join(' ');

const spacing = ({ gap, mt, mb }: Spacing) => ({ 'data-gap': gap, 'data-mt': mt, 'data-mb': mb });

/** Parts one below another. */
export function Stack<C extends ElementType = 'div'>(props: Props<C, Spacing>) {
  const { as, gap, mt, mb, className, ...rest } = props as Props<'div', Spacing> & { as?: ElementType };
  const Component = as ?? 'div';
  return <Component {...rest} className={named(classes.stack, className)} {...spacing({ gap, mt, mb })} />;
}

type RowProps = Spacing & {
  justify?: 'center' | 'space-between' | 'flex-end';
  align?: 'end' | 'start' | 'baseline';
  nowrap?: boolean;
};

/** Parts one beside another, on as many lines as they need. `nowrap`: on one line. */
export function Row<C extends ElementType = 'div'>(props: Props<C, RowProps>) {
  const { as, gap, mt, mb, justify, align, nowrap, className, ...rest } = props as Props<'div', RowProps> & {
    as?: ElementType;
  };
  const Component = as ?? 'div';
  return (
    <Component
      {...rest}
      className={named(classes.row, className)}
      {...spacing({ gap, mt, mb })}
      data-justify={justify}
      data-align={align}
      data-nowrap={nowrap || undefined}
    />
  );
}

type GridProps = Spacing & { least?: 'sm' | 'md' | 'lg' };

/** Parts of one width in columns, as many as fit; `least`: the width of the narrowest. */
export function Grid<C extends ElementType = 'div'>(props: Props<C, GridProps>) {
  const { as, gap, mt, mb, least, className, ...rest } = props as Props<'div', GridProps> & {
    as?: ElementType;
  };
  const Component = as ?? 'div';
  return (
    <Component
      {...rest}
      className={named(classes.grid, className)}
      {...spacing({ gap, mt, mb })}
      data-least={least}
    />
  );
}

type CardProps = {
  /** Room between its edge and its content; a card of parts that reach its edges has none. */
  padded?: boolean;
};

/** A thing of its own on the page's ground. */
export function Card<C extends ElementType = 'div'>(props: Props<C, CardProps>) {
  const { as, padded, className, ...rest } = props as Props<'div', CardProps> & { as?: ElementType };
  const Component = as ?? 'div';
  return <Component {...rest} className={named(classes.card, className)} data-padded={padded || undefined} />;
}

/** Tools of a list, over the whole width, that stay in sight while one scrolls. */
export const Toolbar = ({ children }: { children: ReactNode }) => (
  <div className={classes.toolbar}>{children}</div>
);

/** A figure over the word for it. */
export type Figure = { label: string; value: ReactNode };

/** Figures side by side, each over its word. `boxed`: in a card with lines between them. */
export const Figures = ({ figures, boxed = false }: { figures: readonly Figure[]; boxed?: boolean }) => (
  <dl className={classes.figures} data-boxed={boxed || undefined}>
    {figures.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Words in smaller, paler type, with room between them. */
export function Meta<C extends ElementType = 'div'>(props: Props<C, Spacing>) {
  const { as, ...rest } = props as Props<'div', Spacing> & { as?: ElementType };
  return <Row as={as ?? 'div'} gap="sm" {...rest} className={named(classes.meta, rest.className)} />;
}
