import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/Dialog.tsx';
import classes from './ShortcutSheet.module.css';

const shortcuts = [
  ['new', ['n']],
  ['palette', ['Ctrl', 'K']],
  ['search', ['/']],
  ['goExpenses', ['g', 'e']],
  ['goVendors', ['g', 'v']],
  ['goCustomers', ['g', 'c']],
  ['goSync', ['g', 's']],
  ['help', ['?']],
  ['close', ['Esc']],
] as const;

export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('navigation');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('shortcuts.title')}>
      <dl className={classes.list}>
        {shortcuts.map(([name, keys]) => (
          <div key={name} className={classes.row}>
            <dt>{t(`shortcuts.${name}`)}</dt>
            <dd className={classes.keys}>
              {keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
