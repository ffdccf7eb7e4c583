import type { ComponentProps, ElementType, ReactNode } from 'react';
import classes from './layout.module.css';

// What screens are laid out with. A screen has CSS of its own only for what these can't say.

/** A step of the theme's spacing. */
type Space = 'none' | 'xs' | 'sm' | 'md' | 'lg' | 'xl';

type Common = {
  /** Above and below it. */
  mt?: Space;
  mb?: Space;
  /** Words are broken where they do not fit, for what people name and write. */
  anywhere?: boolean;
};

type Spacing = {
  /** Between its parts. */
  gap?: Space;
};

/** The element it is; a `div` when left out. Its attributes are passed on. */
type Props<C extends ElementType, P> = P & { as?: C } & Omit<
    ComponentProps<C>,
    keyof P | 'as' | 'children'
  > & { children?: ReactNode };

/** Choices of a primitive, which its rules name as `data-` attributes. */
const CHOICES = new Set(
  'gap across mt mb anywhere justify align nowrap least single strong padded size weight tone'.split(' '),
);

/** A primitive: an element of this class, and of its own. */
export const primitive =
  <P,>(look: string | undefined, usual: ElementType = 'div') =>
  <C extends ElementType = 'div'>({
    as,
    className,
    ...props
  }: Props<C, P & Common> & { className?: string }) => {
    const Component: ElementType = as ?? usual;
    const attributes = Object.entries(props).map(([name, value]) =>
      CHOICES.has(name) ? [`data-${name}`, value || undefined] : [name, value],
    );
    const names = [classes.part, look, className].filter(Boolean).join(' ');
    return <Component {...Object.fromEntries(attributes)} className={names} />;
  };

/** Parts one below another. */
export const Stack = primitive<Spacing>(classes.stack);

type RowProps = Spacing & {
  /** Between parts of a line, where it is not the gap between lines. */
  across?: Space;
  justify?: 'center' | 'space-between' | 'flex-end';
  /** In the middle of the line when left out; `stretch`: all as high as the line. */
  align?: 'end' | 'start' | 'baseline' | 'stretch';
  /** On one line. */
  nowrap?: boolean;
};

/** Parts one beside another, on as many lines as they need. */
export const Row = primitive<RowProps>(classes.row);

type GridProps = Spacing & {
  across?: Space;
  /** The width of the narrowest column. */
  least?: 'sm' | 'md' | 'lg';
  /** In one column. */
  single?: boolean;
};

/** Parts of one width in columns, as many as fit. */
export const Grid = primitive<GridProps>(classes.grid);

type CardProps = {
  /** Room between its edge and its content; a card of parts that reach its edges has none. */
  padded?: boolean;
};

/** A thing of its own on the page's ground. */
export const Card = primitive<CardProps>(classes.card);

type FactsProps = GridProps & {
  /** What is said stands out from its words, which are smaller yet. */
  strong?: boolean;
};

/** Words in smaller, paler type, each over what it says. */
export const Facts = primitive<FactsProps>(`${classes.grid} ${classes.facts}`, 'dl');

/** Words in smaller, paler type, with room between them. */
export const Meta = primitive<Spacing>(`${classes.row} ${classes.meta}`);

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
