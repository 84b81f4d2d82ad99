import { IconDots, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { Dialog } from '#ui/Dialog.tsx';
import { lazyDialog } from '#ui/lazy-dialog.tsx';
import menu from './BarMenu.module.css';
import classes from './BottomNavigation.module.css';
import { type CreateTarget, NEW_EXPENSE } from './create-target.ts';
import type { NavigationGroup } from './navigation.ts';

const CreateSheet = lazyDialog(async () => (await import('./CreateSheet.tsx')).CreateSheet);

type Props = { groups: readonly NavigationGroup[]; create: readonly CreateTarget[] };

/** What one reaches for on the way, most wanted first; three of them fit, in the order of the menu. */
const PREFERRED: readonly string[] = ['dashboard', 'invoices', 'expenses', 'vendors', 'sync'];

/** The thumb's navigation on phones: three places with what can be made between them, and the rest behind "More". The state of sync is in the app bar. */
export function BottomNavigation({ groups, create }: Props) {
  const { t, i18n } = useTranslation('navigation');
  const { key, pathname } = useLocation();
  const [isMoreOpen, setMoreOpen] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const [lastKey, setLastKey] = useState(key);
  if (key !== lastKey) {
    setLastKey(key);
    setMoreOpen(false);
  }
  const items = groups.flatMap((group) => group.items);
  const wanted = PREFERRED.flatMap((name) => items.filter((item) => item.key === name)).slice(0, 3);
  const places = items.filter((item) => wanted.includes(item));
  const rest = items.filter((item) => !wanted.includes(item));

  const place = ({ key: item, label, path, icon: Icon }: (typeof items)[number]) => (
    <NavLink key={item} to={path} className={classes.item ?? ''}>
      <Icon size={22} stroke={1.75} aria-hidden />
      <span>{i18n.t(label)}</span>
    </NavLink>
  );
  return (
    <>
      <nav className={classes.bar} aria-label={t('main')}>
        {places.slice(0, 2).map(place)}
        {create.length > 0 && (
          <button type="button" className={classes.create} aria-label={t('new')} aria-haspopup="dialog" onClick={() => setCreating(true)}>
            <IconPlus size={24} aria-hidden />
          </button>
        )}
        {places.slice(2).map(place)}
        <button type="button" className={classes.item} aria-haspopup="dialog" onClick={() => setMoreOpen(true)}>
          <IconDots size={22} stroke={1.75} aria-hidden />
          <span>{t('more')}</span>
        </button>
      </nav>
      {isCreating && (
        <CreateSheet
          targets={create}
          hasPhoto={pathname !== NEW_EXPENSE && create.some(({ path }) => path === NEW_EXPENSE)}
          onClose={() => setCreating(false)}
        />
      )}
      <Dialog isOpen={isMoreOpen} onClose={() => setMoreOpen(false)} title={t('more')}>
        {rest.map(({ key: item, label, path, icon: Icon }) => (
          <NavLink key={item} to={path} className={menu.item ?? ''}>
            <Icon size={20} stroke={1.75} aria-hidden />
            {i18n.t(label)}
          </NavLink>
        ))}
      </Dialog>
    </>
  );
}
