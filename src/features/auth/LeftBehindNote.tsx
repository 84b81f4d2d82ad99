import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '#data/session/session.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import classes from './auth.module.css';

type LeftBehind = Awaited<ReturnType<typeof session.leftBehind>>[number];

/** A session that ended by itself leaves unsynced work on the device: here it is named, and only a person discards it. */
export function LeftBehindNote() {
  const { t } = useTranslation('auth');
  const [found, setFound] = useState<readonly LeftBehind[]>([]);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    session.leftBehind().then(
      (all) => isCurrent && setFound(all),
      () => undefined, // unreadable storage has a screen of its own
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  const count = found.reduce((sum, { unsynced }) => sum + unsynced.changes + unsynced.receipts + unsynced.issues, 0);
  if (count === 0) return null;
  const discard = async () => {
    for (const { userId } of found) await session.discardLeftBehind(userId);
    setFound([]);
  };
  return (
    <div className={classes.note} role="status">
      {t('leftBehind.text', { count })}{' '}
      <Button variant="subtle" size="compact-sm" color="red" onClick={() => setAsking(true)}>
        {t('leftBehind.discard')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('leftBehind.title')}
        confirmLabel={t('leftBehind.confirm')}
        onConfirm={discard}
        isDangerous
      >
        {t('leftBehind.warning', { count })}
      </ConfirmDialog>
    </div>
  );
}
