import { ICON_SIZES, IconDeviceDesktop, IconMoon, IconSun } from '@/config/icons.ts';
import { type ColorScheme, chooseColorScheme, useColorScheme } from '@/lib/color-scheme.ts';

const NEXT: Readonly<Record<ColorScheme, ColorScheme>> = {
  auto: 'light',
  light: 'dark',
  dark: 'auto',
};
const LABELS: Readonly<Record<ColorScheme, string>> = {
  auto: 'as the system',
  light: 'light',
  dark: 'dark',
};
const ICONS = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon } as const;

/** Light, dark, or as the system: one button that goes round. */
export function ThemeSwitch({ className }: { className: string }) {
  const scheme = useColorScheme();
  const Icon = ICONS[scheme];
  const label = `Colours: ${LABELS[scheme]}. Change to ${LABELS[NEXT[scheme]]}`;
  return (
    <button
      type="button"
      className={`${className} sy-no-print`}
      aria-label={label}
      title={label}
      onClick={() => chooseColorScheme(NEXT[scheme])}
    >
      <Icon size={ICON_SIZES.lg} aria-hidden="true" />
    </button>
  );
}
