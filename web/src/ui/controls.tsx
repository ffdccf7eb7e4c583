import * as mantine from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { theme } from '@/config/theme.ts';

const merged = mantine.mergeMantineTheme(mantine.DEFAULT_THEME, theme);

const context = {
  colorScheme: 'auto' as const,
  setColorScheme: () => {},
  clearColorScheme: () => {},
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
};

/** What Mantine's components read. The colours themselves are in the page's style sheet. */
export function ControlTheme({ children }: { children: ReactNode }) {
  return (
    <mantine.MantineContext value={context}>
      <mantine.MantineThemeContext value={merged}>{children}</mantine.MantineThemeContext>
    </mantine.MantineContext>
  );
}

/** A component of Mantine that brings what it reads, so that pages without one load none of it. */
const themed =
  <P extends object>(Control: (props: P) => ReactNode) =>
  (props: P) => (
    <ControlTheme>
      <Control {...props} />
    </ControlTheme>
  );

export const ActionIcon = themed(
  (props: mantine.ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof mantine.ActionIconProps>) => (
    <mantine.ActionIcon {...props} />
  ),
);
export const Checkbox = themed(mantine.Checkbox);
export const CheckboxGroup = themed((props: mantine.CheckboxGroupProps<string>) => (
  <mantine.CheckboxGroup {...props} />
));
export const CopyButton = themed(mantine.CopyButton);
export const Group = themed(mantine.Group);
export const Kbd = themed(mantine.Kbd);
export const NativeSelect = themed(mantine.NativeSelect);
export const Progress = themed(mantine.Progress);
export const Radio = themed(mantine.Radio);
export const RadioGroup = themed(mantine.RadioGroup);
export const SegmentedControl = themed(mantine.SegmentedControl);
export const SimpleGrid = themed(mantine.SimpleGrid);
export const Switch = themed(mantine.Switch);
export const Textarea = themed(mantine.Textarea);
export const TextInput = themed(mantine.TextInput);
