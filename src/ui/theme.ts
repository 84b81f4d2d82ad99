import {
  createTheme,
  type DefaultMantineSize,
  type MantineColorsTuple,
  type VariantColorsResolver,
  defaultVariantColorsResolver,
} from '@mantine/core';

declare module '@mantine/core' {
  // Spec §9 names six; Mantine brings the first five.
  interface MantineThemeSizesOverride {
    breakpoints: Record<DefaultMantineSize | 'xxl', string>;
  }
}

/** Spec §9: #6366f1 in light (index 5), #818cf8 in dark (index 4). */
const primary: MantineColorsTuple = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#a5b4fc',
  '#818cf8',
  '#6366f1',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
];

// Filled controls take both colours from theme.css: white on #6366f1 is 4.47:1, short of AA, so light mode fills one step darker,
// and dark mode puts dark ink on #818cf8.
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isPrimary = (input.color ?? input.theme.primaryColor) === 'primary';
  return input.variant === 'filled' && isPrimary
    ? { ...colors, color: 'var(--kontor-on-primary)', hoverColor: 'var(--kontor-on-primary)' }
    : colors;
};

/** The values behind the variables live in theme.css (a static file, so that the CSP needs no style hashes); theme.test.ts keeps both in step. */
export const theme = createTheme({
  primaryColor: 'primary',
  primaryShade: { light: 5, dark: 4 },
  colors: { primary },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  breakpoints: { xxl: '100em' },
  variantColorResolver,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    // The chevron says nothing that the list does not.
    NativeSelect: { defaultProps: { rightSectionProps: { 'aria-hidden': true } } },
    // Under the field, or fields beside each other stand at different heights.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Popover: { defaultProps: { shadow: 'md' } },
    Combobox: { defaultProps: { shadow: 'md' } },
    // In place and without the focus placeholder: outside the landmarks and with a child that is no menu item, axe objects.
    Menu: { defaultProps: { shadow: 'md', withinPortal: false, withInitialFocusPlaceholder: false } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    // The scroll lock injects a style element, which the CSP refuses.
    Modal: { defaultProps: { lockScroll: false, centered: true } },
    Drawer: { defaultProps: { lockScroll: false } },
  },
});
