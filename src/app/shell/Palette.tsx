import { useTranslation } from 'react-i18next';
import { SearchPalette } from '#features/search/SearchPalette.tsx';
import type { NavigationGroup } from './navigation.ts';
import { usePaletteActions } from './use-palette-actions.tsx';

type Props = {
  groups: readonly NavigationGroup[];
  /** What was typed before this was there. */ startWith: () => string;
  onShowShortcuts: () => void;
  onClose: () => void;
};

/** The search with the places and the actions of this person. */
export function Palette({ groups, startWith, onShowShortcuts, onClose }: Props) {
  const { i18n } = useTranslation();
  const actions = usePaletteActions(onShowShortcuts);
  const places = groups.flatMap(({ items }) => items).map(({ label, path, icon }) => ({ path, icon, label: i18n.t(label) }));
  return <SearchPalette places={places} actions={actions} startWith={startWith} onClose={onClose} />;
}
