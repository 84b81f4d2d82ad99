import type { Icon } from '@tabler/icons-react';
import type { SearchRef } from '#data/search/live-search.ts';
import type { SearchKind } from '#domain/search/search-index.ts';
import type { PaletteCommand } from './palette-command.ts';

export type Face = { readonly key: string; readonly icon: Icon; readonly title: string; readonly detail?: string; readonly end?: string };
export type PaletteOption = Face &
  (
    | { readonly action: 'open'; readonly path: string; readonly ref?: SearchRef }
    | { readonly action: 'narrow'; readonly kind: SearchKind }
    | { readonly action: 'command'; readonly command: PaletteCommand }
  );
export type PaletteGroup = {
  readonly key: string;
  readonly heading: string;
  readonly count?: string;
  readonly options: readonly PaletteOption[];
};
