import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createRecoveryCodes } from '#data/account-settings/recovery-codes.ts';
import type { EnrolledFactor } from '#data/account-settings/second-factors.ts';
import { session } from '#data/session/session.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Section } from '#ui/Section.tsx';
import { CodeConfirmDialog } from './CodeConfirmDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './Security.module.css';

type Props = { left: number | undefined; factors: readonly EnrolledFactor[]; isOffline: boolean; onChanged: () => Promise<void> };

/** How many recovery codes are left, and new ones. */
export function RecoverySection({ left, factors, isOffline, onChanged }: Props) {
  const { t } = useTranslation('security');
  const [isAsking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const create = async () => {
    setCodes(await createRecoveryCodes(session));
    await onChanged();
  };
  return (
    <Section
      title={t('recovery.title')}
      text={t('recovery.text')}
      actions={
        <Button variant={left === 0 ? 'filled' : 'default'} disabled={isOffline || left === undefined} onClick={() => setAsking(true)}>
          {t(left === 0 ? 'recovery.create' : 'recovery.replace')}
        </Button>
      }
    >
      {left !== undefined && (
        <p className={`${classes.line} ${left === 0 ? classes.warning : ''}`}>
          {left === 0 ? t('recovery.none') : t('recovery.left', { count: left })}
        </p>
      )}
      {isAsking && (
        <CodeConfirmDialog
          title={t(left === 0 ? 'recovery.create' : 'recovery.replaceTitle')}
          confirmLabel={t(left === 0 ? 'recovery.create' : 'recovery.replace')}
          factors={factors}
          onClose={() => setAsking(false)}
          onConfirm={create}
        >
          {t(left === 0 ? 'recovery.codesText' : 'recovery.replaceText')}
        </CodeConfirmDialog>
      )}
      {codes && !isAsking && (
        <Dialog isOpen onClose={() => setCodes(null)} size="md" title={t('recovery.codesTitle')}>
          <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
        </Dialog>
      )}
    </Section>
  );
}
