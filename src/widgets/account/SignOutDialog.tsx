import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useHasConnection } from '#data/account-settings/use-account.ts';
import { session } from '#data/session/session.ts';
import { unsentOf, type UnsyncedWork } from '#data/session/unsynced-work.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useErrorText } from '#ui/use-error-text.ts';

type Props = { isOpen: boolean; onClose: () => void; /** `global` ends the sessions of all devices. */ scope?: 'local' | 'global' };

/** Signing out empties the device: with unsynced work it first names what would be lost, and which numbers can't go back. */
export function SignOutDialog(props: Props) {
  return props.isOpen ? <OpenSignOutDialog {...props} /> : null;
}

function OpenSignOutDialog({ onClose, scope = 'local' }: Props) {
  const { t } = useTranslation('navigation');
  const { t: tCommon } = useTranslation();
  const errorText = useErrorText();
  const [work, setWork] = useState<UnsyncedWork | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const isOnline = useHasConnection();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isCurrent = true;
    session.unsyncedWork().then((found) => isCurrent && setWork(found), setError);
    return () => {
      isCurrent = false;
    };
  }, []);

  const isGlobal = scope === 'global';
  const count = work ? unsentOf(work) : 0;
  const drafts = work?.drafts ?? 0;
  const isLoss = count + drafts > 0;
  const numbers = work?.numbers ?? 0;
  // They are nobody's then, until who looks after the numbers ends them.
  const areLeft = numbers > 0 && (isRefused || !isOnline);
  const signOut = async () => {
    setRunning(true);
    setError(null);
    try {
      const result = await session.signOut({ evenIfUnsynced: work === null || ((isLoss || areLeft) && work), scope });
      if (!result.signedOut) {
        setWork(result.unsynced);
        setRefused(true);
      }
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
      title={t(
        isLoss ? 'signOut.unsyncedTitle' : areLeft ? 'signOut.numbersTitle' : isGlobal ? 'signOut.everywhereTitle' : 'signOut.title',
      )}
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
            {...(isLoss || areLeft ? { color: 'red' } : {})}
            onClick={() => void signOut()}
            loading={isRunning}
            disabled={!work && error === null}
          >
            {t(isLoss ? 'signOut.confirmUnsynced' : isGlobal ? 'signOut.everywhere' : 'signOut.confirm')}
          </Button>
        </>
      }
    >
      {(count > 0 || !isLoss) && (
        <p>{count > 0 ? t('signOut.unsyncedText', { count }) : t(isGlobal ? 'signOut.everywhereText' : 'signOut.text')}</p>
      )}
      {drafts > 0 && <p>{t('signOut.draftsText', { count: drafts })}</p>}
      {numbers > 0 && <p>{t(areLeft ? 'signOut.numbersLeft' : 'signOut.numbersBack', { count: numbers })}</p>}
      {error !== null && <FormError>{errorText(error)}</FormError>}
    </Dialog>
  );
}
