import type { Icon } from '@tabler/icons-react';
import type { Command } from '#domain/search/rank-commands.ts';

/** A place that the palette leads to, something it does, or both in turn: first `run`, then `path`. */
export type PaletteCommand = Command & {
  readonly group: 'places' | 'actions' | 'companies';
  readonly label: string;
  readonly icon: Icon;
  readonly path?: string;
  /** Goes along with the way to `path`. */
  readonly state?: object;
  readonly run?: () => void;
  /** It opens something in the palette's place. */
  readonly stays?: boolean;
};

/** What there is to see of a time that was typed. */
export type PalettePeriod = {
  /** The time in words. */ readonly heading: string;
  readonly commands: readonly PaletteCommand[];
  /** It may as well be part of a number. */ readonly isUnsure: boolean;
};
