import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { ICON_SIZES, IconDeviceDesktop, IconMoon, IconSun } from '@/app/icons.ts';

const NEXT: Readonly<Record<MantineColorScheme, MantineColorScheme>> = {
  auto: 'light',
  light: 'dark',
  dark: 'auto',
};
const LABELS: Readonly<Record<MantineColorScheme, string>> = {
  auto: 'as the system',
  light: 'light',
  dark: 'dark',
};
const ICONS = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon } as const;

/** Light, dark, or as the system: one button that goes round. */
export function ThemeSwitch({ className }: { className: string }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = ICONS[colorScheme];
  const label = `Colours: ${LABELS[colorScheme]}. Change to ${LABELS[NEXT[colorScheme]]}`;
  return (
    <button
      type="button"
      className={`${className} sy-no-print`}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(NEXT[colorScheme])}
    >
      <Icon size={ICON_SIZES.lg} aria-hidden="true" />
    </button>
  );
}
