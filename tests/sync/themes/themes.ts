import { closings } from './closings.ts';
import { corrections } from './corrections.ts';
import { decisions } from './decisions.ts';
import { frozenTabs, stoppedAnywhere } from './frozen-tabs.ts';
import { fullDisk } from './full-disk.ts';
import { leasedNumbers } from './leased-numbers.ts';
import { poison } from './poison.ts';
import { restored } from './restored.ts';
import { skewedClocks } from './skewed-clocks.ts';
import { slowLine } from './slow-line.ts';
import type { Theme } from './theme.ts';
import { twoCompanies } from './two-companies.ts';
import { twoGateways } from './two-gateways.ts';

/** The usual misfortunes alone, then each kind of story. */
export const THEMES: readonly (Theme | null)[] = [
  null,
  restored,
  poison,
  slowLine,
  skewedClocks,
  fullDisk,
  frozenTabs,
  stoppedAnywhere,
  twoCompanies,
  decisions,
  closings,
  leasedNumbers,
  corrections,
  twoGateways,
];

/** The story of a seed when all kinds take turns. */
export function themeOf(seed: number, engine: 'pglite' | 'postgres'): Theme | null {
  const told = THEMES.filter((theme) => engine === 'postgres' || theme?.needs !== 'postgres');
  return told[seed % told.length] ?? null;
}
export const themeNamed = (name: string): Theme | null => THEMES.find((theme) => theme?.name.includes(name)) ?? null;
