import { contrast, READABLE_CONTRAST } from '#domain/documents/color-contrast.ts';

export type DocumentPalette = {
  readonly ink: string;
  readonly muted: string;
  readonly hairline: string;
  readonly draft: string;
  /** The company's colours, as areas. */
  readonly primary: string;
  readonly accent: string;
  /** As text on white: the company's colour where it can be read, else ink. */
  readonly primaryText: string;
  readonly accentText: string;
  /** Text on an area of the primary colour. */
  readonly onPrimary: string;
  readonly tint: string;
};

const INK = '#16181d';
const MUTED = '#5f6672';
const WHITE = '#ffffff';

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);

/** `share` of the colour over white. */
function tintOf(color: string, share: number): string {
  const mixed = channels(color).map((value) => Math.round(255 * (1 - share + value * share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const valid = (color: string, preset: string): string => (/^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : preset);

/** The colours of a document: whatever a company chooses, its text stays readable. */
export function paletteOf(branding: { readonly primary_color: string; readonly accent_color: string }): DocumentPalette {
  const primary = valid(branding.primary_color, INK);
  const accent = valid(branding.accent_color, primary);
  const asText = (color: string) => (contrast(color, WHITE) >= READABLE_CONTRAST ? color : INK);
  return {
    ink: INK,
    muted: MUTED,
    hairline: '#d8dce2',
    draft: '#f0f1f4',
    primary,
    accent,
    primaryText: asText(primary),
    accentText: asText(accent),
    onPrimary: contrast(primary, WHITE) >= contrast(primary, INK) ? WHITE : INK,
    tint: tintOf(primary, 0.06),
  };
}
