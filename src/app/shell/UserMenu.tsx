import { IconAccessible, IconGift, IconKeyboard, IconLogout, IconShieldLock, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '#data/session/use-session.ts';
import { lazyDialog } from '#ui/lazy-dialog.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { BarMenu } from './BarMenu.tsx';
import classes from './BarMenu.module.css';
import { PreferenceItems } from './PreferenceItems.tsx';
import { Avatar, initials } from '#widgets/account/Avatar.tsx';
import own from './UserMenu.module.css';

const InstallItem = lazyPart(async () => (await import('./InstallItem.tsx')).InstallItem);
const SignOutDialog = lazyDialog(async () => (await import('#widgets/account/SignOutDialog.tsx')).SignOutDialog);

/** Who is signed in, how it looks, and the way out. */
export function UserMenu({ onShowShortcuts }: { onShowShortcuts?: () => void }) {
  const { t } = useTranslation('navigation');
  const current = useSession();
  const [isSigningOut, setSigningOut] = useState(false);
  if (!('user' in current)) return null;
  const { email, displayName, avatarPath } = current.user;
  return (
    <>
      <BarMenu
        label={`${t('user.menu')} ${initials(displayName || email)}`}
        face={<Avatar name={displayName || email} path={avatarPath} />}
      >
        <p className={classes.heading}>{t('user.signedInAs', { email })}</p>
        <hr className={classes.line} />
        <Link to="/settings/profile" className={classes.item}>
          <IconUser size={18} aria-hidden />
          {t('title.settingsProfile')}
        </Link>
        <Link to="/settings/security" className={classes.item}>
          <IconShieldLock size={18} aria-hidden />
          {t('title.settingsSecurity')}
        </Link>
        <hr className={classes.line} />
        <PreferenceItems />
        <hr className={classes.line} />
        <Link to="/system/changelog" className={classes.item}>
          <IconGift size={18} aria-hidden />
          {t('user.whatsNew')}
        </Link>
        <InstallItem />
        <Link to="/accessibility" className={classes.item}>
          <IconAccessible size={18} aria-hidden />
          {t('title.accessibility')}
        </Link>
        {onShowShortcuts && (
          <button type="button" className={`${classes.item} ${own.keyboardOnly}`} onClick={onShowShortcuts}>
            <IconKeyboard size={18} aria-hidden />
            {t('shortcuts.open')}
          </button>
        )}
        <button type="button" className={classes.item} onClick={() => setSigningOut(true)}>
          <IconLogout size={18} aria-hidden />
          {t('user.signOut')}
        </button>
      </BarMenu>
      {isSigningOut && <SignOutDialog isOpen onClose={() => setSigningOut(false)} />}
    </>
  );
}
