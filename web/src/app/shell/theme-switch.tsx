import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import classes from './header.module.css';

const NEXT: Readonly<Record<MantineColorScheme, MantineColorScheme>> = {
  auto: 'light',
  light: 'dark',
  dark: 'auto',
};
const WORDS: Readonly<Record<MantineColorScheme, string>> = {
  auto: 'as the system',
  light: 'light',
  dark: 'dark',
};
const ICONS = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon } as const;

/** Light, dark, or as the system: one button that goes round. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = ICONS[colorScheme];
  const label = `Colours: ${WORDS[colorScheme]}. Change to ${WORDS[NEXT[colorScheme]]}`;
  return (
    <button
      type="button"
      className={`${classes.theme} sy-no-print`}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(NEXT[colorScheme])}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  );
}
