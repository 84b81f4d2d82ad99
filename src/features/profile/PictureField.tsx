import { Button, FileButton } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { removeAvatar, uploadAvatar } from '#data/account-settings/avatar-upload.ts';
import { session } from '#data/session/session.ts';
import type { SessionUser } from '#data/session/session-state.ts';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { Avatar } from '#widgets/account/Avatar.tsx';
import page from '#widgets/account/AccountPage.module.css';
import classes from './Profile.module.css';

/** Larger pictures make a phone's browser run out of memory while they are decoded. */
const MAX_BYTES = 20 * 1024 * 1024;

/** The person's picture: chosen, cut to a square in the browser, removed. */
export function PictureField({ account, isOffline }: { account: SessionUser; isOffline: boolean }) {
  const { t } = useTranslation('profile');
  const resetRef = useRef<() => void>(null);
  const upload = useCommand(uploadAvatar);
  const removal = useCommand(removeAvatar);
  const hasPicture = account.avatarPath !== '';
  const choose = async (file: File | null) => {
    resetRef.current?.();
    if (!file) return;
    if (file.size > MAX_BYTES) return showToast({ type: 'error', text: t('picture.tooLarge') });
    if (await upload.run(session, account, file).then((path) => path !== undefined))
      showToast({ type: 'success', text: t('picture.saved') });
  };
  const remove = async () => {
    if (await removal.run(session, account).then((isGone) => isGone === true)) showToast({ type: 'success', text: t('picture.removed') });
  };
  return (
    <div className={classes.picture}>
      <Avatar name={account.displayName || account.email} path={account.avatarPath} isLarge />
      <div>
        <div className={page.buttons}>
          <FileButton resetRef={resetRef} onChange={(file) => void choose(file)} accept="image/png,image/jpeg,image/webp">
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconPhoto size={16} aria-hidden />}
                loading={upload.isRunning}
                disabled={isOffline}
              >
                {t(hasPicture ? 'picture.replace' : 'picture.choose')}
              </Button>
            )}
          </FileButton>
          {hasPicture && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              loading={removal.isRunning}
              disabled={isOffline}
              onClick={() => void remove()}
            >
              {t('picture.remove')}
            </Button>
          )}
        </div>
        <p className={classes.hint}>{t('picture.hint')}</p>
      </div>
    </div>
  );
}
