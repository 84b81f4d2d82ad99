import { useState } from 'react';
import { SearchPalette } from '#features/search/SearchPalette.tsx';
import { SignOutDialog } from '#widgets/account/SignOutDialog.tsx';
import type { DirectoryWords } from './palette-commands.ts';
import type { NavigationGroup } from './navigation.ts';
import { usePaletteCommands } from './use-palette-commands.ts';

type Props = {
  groups: readonly NavigationGroup[];
  called: DirectoryWords;
  /** What was typed before this was there. */ startWith: () => string;
  onShowShortcuts: () => void;
  onClose: () => void;
};

/** The search with the places and the actions of this person. */
export function Palette({ groups, called, startWith, onShowShortcuts, onClose }: Props) {
  const [isSigningOut, setSigningOut] = useState(false);
  const { commands, periodIn } = usePaletteCommands({ called, onShowShortcuts, onSignOut: () => setSigningOut(true) });
  if (isSigningOut) return <SignOutDialog isOpen onClose={onClose} />;
  const places = groups.flatMap(({ items }) => items).flatMap(({ path }) => commands.filter(({ key }) => key === path));
  const start = [...places, ...commands.filter(({ group }) => group === 'actions').filter(({ key }) => !key.endsWith('/import'))];
  return <SearchPalette commands={commands} start={start} periodIn={periodIn} startWith={startWith} onClose={onClose} />;
}
