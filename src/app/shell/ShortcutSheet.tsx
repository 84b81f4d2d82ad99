import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { routeOf } from '#app/routes.tsx';
import { isAllowed } from './navigation.ts';
import classes from './ShortcutSheet.module.css';
import { useKeyName } from './use-key-name.ts';
import { GO_TO } from './use-shortcuts.ts';

const shortcuts = [
  ['new', ['n']],
  ['palette', ['Ctrl', 'K']],
  ['search', ['/']],
  ['rows', ['j', 'k']],
  ['choose', ['x']],
  ['chooseMore', ['Shift', 'j']],
  ['category', ['c']],
  ['status', ['s']],
  ['help', ['?']],
  ['close', ['Esc']],
] as const;

/** What the keyboard can do, with the places that are open to this person. */
export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation('navigation');
  const { ctx } = useCompany();
  const keyName = useKeyName();
  const places = Object.entries(GO_TO).flatMap(([key, path]) => {
    const route = routeOf(path);
    return route && isAllowed(ctx.access, route.permissions)
      ? [{ label: t('shortcuts.go', { place: i18n.t(route.title) }), keys: ['g', key] }]
      : [];
  });
  const rows = [...shortcuts.map(([name, keys]) => ({ label: t(`shortcuts.${name}`), keys })), ...places];
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('shortcuts.title')}>
      <dl className={classes.list}>
        {rows.map(({ label, keys }) => (
          <div key={label} className={classes.row}>
            <dt>{label}</dt>
            <dd className={classes.keys}>
              {keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {keyName(key)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
