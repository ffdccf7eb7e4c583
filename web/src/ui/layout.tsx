import type { ComponentProps, ElementType, ReactNode } from 'react';
import classes from './layout.module.css';

// What screens are laid out and their words are set with. A screen has CSS of its own only for what these can't say.

/** A step of the theme's spacing. */
type Space = 'xs' | 'sm' | 'md' | 'lg';

type Common = {
  /** Above and below it. */
  mt?: Space;
  mb?: Space;
  /** Words are broken where they do not fit, for what people name and write. */
  anywhere?: boolean;
};

type Spacing = {
  /** Between its parts. */
  gap?: Space | 'none';
};

/** The element it is; a `div` when left out. Its attributes are passed on. */
type Props<C extends ElementType, P> = P & { as?: C } & Omit<
    ComponentProps<C>,
    keyof P | 'as' | 'children'
  > & { children?: ReactNode };

/** The choices of primitives: their rules name them as `data-` attributes. */
const CHOICES =
  /^(gap|across|mt|mb|anywhere|justify|align|nowrap|least|single|strong|padded|size|weight|tone)$/;

/** A primitive: an element of this class, and of its own. */
export const primitive =
  <P,>(look: string | undefined, usual: ElementType = 'div') =>
  <C extends ElementType = 'div'>({
    as,
    className,
    ...props
  }: Props<C, P & Common> & { className?: string }) => {
    const Component: ElementType = as ?? usual;
    const attributes: Record<string, unknown> = {};
    for (const name in props)
      attributes[CHOICES.test(name) ? `data-${name}` : name] = props[name as keyof typeof props];
    return <Component {...attributes} className={[classes.part, look, className].join(' ').trim()} />;
  };

/** Parts one below another. */
export const Stack = primitive<Spacing>(classes.stack);

type RowProps = Spacing & {
  /** Between parts of a line, where it is not the gap between lines. */
  across?: 'md' | 'lg';
  justify?: 'center' | 'space-between' | 'flex-end';
  /** In the middle of the line when left out; `stretch`: all as high as the line. */
  align?: 'end' | 'baseline' | 'stretch';
  /** On one line. */
  nowrap?: boolean;
};

/** Parts one beside another, on as many lines as they need. */
export const Row = primitive<RowProps>(classes.row);

type GridProps = Spacing & {
  /** `sm`: of narrower columns. */
  least?: 'sm';
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

type TextProps = {
  /** Of its type; as its surroundings when left out. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
  weight?: 'medium' | 'bold';
  tone?: 'dim' | 'bad';
};

/** Words and headings, without margins of their own. */
export const Text = primitive<TextProps>(classes.text, 'p');

/** Words in smaller, paler type, with room between them. */
export const Meta = primitive<Pick<RowProps, 'gap' | 'nowrap'>>(`${classes.row} ${classes.meta}`);

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
