/**
 * The colours of the house in both schemes: paper, ink and one calm green, as on the payer's page.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

const leaf: MantineColorsTuple = [
  '#ecf6f2',
  '#d7ebe3',
  '#aed7c8',
  '#80d9be',
  '#4fb498',
  '#2b9479',
  '#167a63',
  '#0b5f4e',
  '#084a3d',
  '#06382e',
];
const dark: MantineColorsTuple = [
  '#e9f0ec',
  '#c9d5cf',
  '#a9b8b0',
  '#7d8d85',
  '#3a4742',
  '#2c3733',
  '#1a2320',
  '#0f1513',
  '#0b100e',
  '#070b09',
];

export const theme = createTheme({
  primaryColor: 'leaf',
  primaryShade: { light: 7, dark: 3 },
  colors: { leaf, dark },
  // What is filled with the green of the scheme has the ink that can be read on it.
  variantColorResolver: (input) => {
    const resolved = defaultVariantColorsResolver(input);
    const green = input.color === undefined || input.color === 'leaf';
    return input.variant === 'filled' && green ? { ...resolved, color: 'var(--on-primary)' } : resolved;
  },
  black: '#17211d',
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  headings: { fontWeight: '650', textWrap: 'balance' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // The head of a sheet is not a second banner of the page.
  components: {
    Modal: { defaultProps: { attributes: { header: { role: 'none' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'none' } } } },
  },
});

/** Texts of every kind reach a contrast of 4.5 : 1 on their grounds. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#52605a',
    '--mantine-color-placeholder': '#5f6d67',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#0b5f4e',
    '--mantine-color-default-border': '#cfd8d1',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b8b0',
    '--mantine-color-placeholder': '#93a29b',
    '--mantine-color-error': '#ff9d90',
    '--mantine-color-anchor': '#80d9be',
    '--mantine-color-default-border': '#3a4742',
  },
});
