import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { session } from '#data/session/session.ts';
import type { UnsyncedWork } from '#data/session/unsynced-work.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useErrorText } from '#ui/use-error-text.ts';

type Props = { isOpen: boolean; onClose: () => void; /** `global` ends the sessions of all devices. */ scope?: 'local' | 'global' };

/** Signing out empties the device: with unsynced work it first names what would be lost. */
export function SignOutDialog(props: Props) {
  return props.isOpen ? <OpenSignOutDialog {...props} /> : null;
}

function OpenSignOutDialog({ onClose, scope = 'local' }: Props) {
  const { t } = useTranslation('navigation');
  const { t: tCommon } = useTranslation();
  const errorText = useErrorText();
  const [work, setWork] = useState<UnsyncedWork | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isCurrent = true;
    session.unsyncedWork().then((found) => isCurrent && setWork(found), setError);
    return () => {
      isCurrent = false;
    };
  }, []);

  const isGlobal = scope === 'global';
  const count = work ? work.changes + work.receipts + work.issues : 0;
  const signOut = async () => {
    setRunning(true);
    setError(null);
    try {
      const result = await session.signOut({ evenIfUnsynced: count > 0 || work === null, scope });
      if (!result.signedOut) setWork(result.unsynced);
    } catch (refusal) {
      setError(refusal);
    }
    setRunning(false);
  };

  return (
    <Dialog
      isOpen
      size="md"
      onClose={onClose}
      title={t(count > 0 ? 'signOut.unsyncedTitle' : isGlobal ? 'signOut.everywhereTitle' : 'signOut.title')}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={isRunning}>
            {tCommon('action.cancel')}
          </Button>
          {count > 0 && (
            <Button variant="default" component={Link} to="/sync" onClick={onClose}>
              {t('signOut.review')}
            </Button>
          )}
          <Button
            {...(count > 0 ? { color: 'red' } : {})}
            onClick={() => void signOut()}
            loading={isRunning}
            disabled={!work && error === null}
          >
            {t(count > 0 ? 'signOut.confirmUnsynced' : isGlobal ? 'signOut.everywhere' : 'signOut.confirm')}
          </Button>
        </>
      }
    >
      {count > 0 ? t('signOut.unsyncedText', { count }) : t(isGlobal ? 'signOut.everywhereText' : 'signOut.text')}
      {error !== null && <FormError>{errorText(error)}</FormError>}
    </Dialog>
  );
}
