import { type ComponentPropsWithRef, createContext, type ReactNode, useContext, useId } from 'react';
import classes from './choices.module.css';
import { DescriptionText, describedBy, ErrorText, Labelled, type Labels } from './labelled.tsx';

/** What the choices of a group have in common. */
type Group = {
  name: string;
  disabled: boolean;
  isChosen: (value: unknown) => boolean;
  choose: (value: string, isOn: boolean) => void;
};

const GroupContext = createContext<Group | null>(null);

type ChoiceProps = Omit<Labels, 'withAsterisk'> & Omit<ComponentPropsWithRef<'input'>, keyof Labels | 'type'>;

/** A box, a dot or a switch with its label beside it; in a group, one of the group's. */
function Choice({
  type,
  label,
  description,
  error,
  className,
  ...input
}: ChoiceProps & { type: 'checkbox' | 'radio' }) {
  const own = useId();
  const id = input.id ?? own;
  const group = useContext(GroupContext);
  return (
    <div className={`${classes.choice} ${className ?? ''}`}>
      <input
        {...input}
        {...(group && {
          name: group.name,
          disabled: group.disabled || input.disabled,
          checked: group.isChosen(input.value),
          onChange: ({ currentTarget: { value, checked } }) => group.choose(value, checked),
        })}
        id={id}
        type={type}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { description, error })}
      />
      <div className={classes.words}>
        <label htmlFor={id}>{label}</label>
        <DescriptionText id={id} description={description} />
        <ErrorText id={id} error={error} />
      </div>
    </div>
  );
}

/** Something that is ticked or not. */
export const Checkbox = (props: ChoiceProps) => <Choice type="checkbox" {...props} />;

/** One of the choices of a `RadioGroup`. */
export const Radio = (props: ChoiceProps) => <Choice type="radio" {...props} />;

/** Something that is on or off from the moment it is pressed. */
export const Switch = (props: ChoiceProps) => <Choice type="checkbox" role="switch" {...props} />;

type GroupProps = Labels & {
  id?: string;
  name?: string;
  disabled?: boolean;
  onBlur?: () => void;
  children: ReactNode;
};

function Choices({
  role,
  id,
  group,
  onBlur,
  children,
  ...labels
}: GroupProps & { role: 'radiogroup' | 'group'; id: string; group: Group }) {
  // Takes the focus from a summary of errors.
  const attributes = {
    id,
    role,
    tabIndex: -1,
    className: classes.group,
    'aria-labelledby': labels.label ? `${id}-label` : undefined,
    'aria-describedby': describedBy(id, labels),
    onBlur,
  };
  return (
    <Labelled id={id} isGroup {...labels}>
      <div {...attributes}>
        <GroupContext value={group}>{children}</GroupContext>
      </div>
    </Labelled>
  );
}

/** One of several, all shown. `value`: the chosen one; '' or null before one is. */
export function RadioGroup({
  value,
  onChange,
  ...props
}: GroupProps & { value: string | null; onChange: (value: string) => void }) {
  const own = useId();
  const group = {
    name: props.name ?? own,
    disabled: props.disabled ?? false,
    isChosen: (one: unknown) => one === value,
    choose: onChange,
  };
  return <Choices {...props} id={props.id ?? own} role="radiogroup" group={group} />;
}

/** Any number of several. */
export function CheckboxGroup({
  value,
  onChange,
  ...props
}: GroupProps & { value: readonly string[]; onChange: (value: string[]) => void }) {
  const own = useId();
  const group = {
    name: props.name ?? own,
    disabled: props.disabled ?? false,
    isChosen: (one: unknown) => value.some((chosen) => chosen === one),
    choose: (one: string, isOn: boolean) =>
      onChange(isOn ? [...value, one] : value.filter((chosen) => chosen !== one)),
  };
  return <Choices {...props} id={props.id ?? own} role="group" group={group} />;
}
