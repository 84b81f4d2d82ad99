import { useTranslation } from 'react-i18next';
import type { GrowingListTexts } from './growing-list-texts.ts';
import classes from './SearchingNote.module.css';

type Props = { namespace: GrowingListTexts; isSearching: boolean };

/** Below a list: older records are still looked through. */
export function SearchingNote({ namespace, isSearching }: Props) {
  const { t } = useTranslation(namespace);
  return (
    <p className={classes.note} role="status">
      {isSearching && t('list.searching')}
    </p>
  );
}
