import { useTranslation } from 'react-i18next';
import classes from './SearchingNote.module.css';

type Props = { /** The namespace with the words. */ namespace: 'invoices' | 'expenses' | 'payments'; isSearching: boolean };

/** Below a list: older records are still looked through. */
export function SearchingNote({ namespace, isSearching }: Props) {
  const { t } = useTranslation(namespace);
  return (
    <p className={classes.note} role="status">
      {isSearching && t('list.searching')}
    </p>
  );
}
