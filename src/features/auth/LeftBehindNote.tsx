import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '#data/session/session.ts';
import { unsentOf } from '#data/session/unsynced-work.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { showToast } from '#ui/toast.ts';
import classes from './auth.module.css';

type LeftBehind = Awaited<ReturnType<typeof session.leftBehind>>[number];

/** A session that ended by itself leaves its data on the device: here it has a name, and only a person removes it. */
export function LeftBehindNote({ onFound }: { onFound: (email: string) => void }) {
  const [found, setFound] = useState<readonly LeftBehind[]>([]);
  useEffect(() => {
    let isCurrent = true;
    session.leftBehind().then(
      (all) => {
        if (!isCurrent) return;
        setFound(all);
        if (all.length === 1 && all[0]?.email) onFound(all[0].email);
      },
      () => undefined, // unreadable storage has a screen of its own
    );
    return () => {
      isCurrent = false;
    };
  }, [onFound]);
  return found.map((person) => (
    <Note key={person.userId} person={person} onRemoved={() => setFound(found.filter(({ userId }) => userId !== person.userId))} />
  ));
}

function Note({ person, onRemoved }: { person: LeftBehind; onRemoved: () => void }) {
  const { t } = useTranslation('auth');
  const [isAsking, setAsking] = useState(false);
  const { numbers, drafts } = person.unsynced;
  const count = unsentOf(person.unsynced);
  const isLoss = count + drafts > 0;
  const remove = async () => {
    const isGone = await session.discardLeftBehind(person.userId);
    if (!isGone) showToast({ type: 'warning', text: t('leftBehind.held') });
    onRemoved();
  };
  return (
    <div className={classes.note} role="status">
      {person.email ? t('leftBehind.named', { email: person.email }) : t('leftBehind.unnamed')}{' '}
      {count > 0 && <strong>{t('leftBehind.waiting', { count })} </strong>}
      <Button variant="subtle" size="compact-sm" color="red" onClick={() => setAsking(true)}>
        {t(isLoss ? 'leftBehind.discard' : 'leftBehind.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t(isLoss ? 'leftBehind.title' : 'leftBehind.removeTitle')}
        confirmLabel={t(isLoss ? 'leftBehind.confirm' : 'leftBehind.removeConfirm')}
        onConfirm={remove}
        isDangerous
      >
        {(count > 0 || !isLoss) && <p>{count > 0 ? t('leftBehind.warning', { count }) : t('leftBehind.removeText')}</p>}
        {drafts > 0 && <p>{t('leftBehind.drafts', { count: drafts })}</p>}
        {numbers > 0 && <p>{t('leftBehind.numbers', { count: numbers })}</p>}
      </ConfirmDialog>
    </div>
  );
}
