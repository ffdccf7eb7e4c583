import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import classes from './button.module.css';

type Looks = {
  /** `accent`: gold, and only for what leads to bidding. */
  variant?: 'filled' | 'default' | 'subtle' | 'accent' | undefined;
  /** `ochre`: what cannot be taken back. */
  color?: 'ochre' | undefined;
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'compact-sm' | 'compact-md' | undefined;
  /** What it was pressed for is under way: it takes no press. */
  loading?: boolean | undefined;
  /** Before and after its words. */
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  fullWidth?: boolean | undefined;
  /** Its words are at its start. */
  justify?: 'flex-start' | undefined;
};

type Props<C extends ElementType> = Looks & { component?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof Looks | 'component'
  >;

/** A ring that turns while something is on its way. */
export const Spinner = () => <span className={classes.spinner} aria-hidden="true" />;

/** A button, or what looks like one: a link by `component`. */
export function Button<C extends ElementType = 'button'>(props: Props<C>) {
  const { component, variant, color, size, loading, leftSection, rightSection, fullWidth, justify, ...rest } =
    props;
  const { className, children, disabled, ...others } = rest as ComponentPropsWithRef<'button'>;
  const Component: ElementType = component ?? 'button';
  const isPressed = Component === 'button';
  return (
    <Component
      {...(isPressed && { type: 'button', disabled: disabled || loading })}
      {...others}
      className={`${classes.button} ${className ?? ''}`}
      data-variant={variant}
      data-color={color}
      data-size={size}
      data-block={fullWidth || undefined}
      data-loading={loading || undefined}
    >
      {loading && <Spinner />}
      <span className={classes.inner} data-start={justify && true}>
        {leftSection && <span className={classes.section}>{leftSection}</span>}
        <span className={classes.label}>{children}</span>
        {rightSection && <span className={classes.section}>{rightSection}</span>}
      </span>
    </Component>
  );
}

/** A button that shows an icon; `aria-label` names it. */
export const IconButton = (props: ComponentPropsWithRef<'button'> & { 'aria-label': string }) => (
  <button type="button" {...props} className={`${classes.icon} ${props.className ?? ''}`} />
);
