import { Button } from '@mantine/core';
import { IconDeviceMobile, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EnrolledFactor, removeFactor } from '#data/account-settings/second-factors.ts';
import type { OnlineAnswer } from '#data/account-settings/use-account.ts';
import { session } from '#data/session/session.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { showToast } from '#ui/toast.ts';
import { AddFactorDialog } from './AddFactorDialog.tsx';
import { CodeConfirmDialog } from './CodeConfirmDialog.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import classes from './Security.module.css';

type Props = { factors: OnlineAnswer<readonly EnrolledFactor[]>; email: string; isOffline: boolean; onChanged: () => Promise<void> };

/** The authenticator apps of the person. */
export function FactorsSection({ factors, email, isOffline, onChanged }: Props) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<EnrolledFactor | null>(null);
  const list = factors.value ?? [];
  const nameOf = (factor: EnrolledFactor) => factor.name || t('factor.unnamed');
  const remove = async (factor: EnrolledFactor) => {
    await removeFactor(session, factor.id);
    await onChanged();
    showToast({ type: 'success', text: t('factor.removed', { name: nameOf(factor) }) });
  };
  return (
    <Section
      title={t('factor.title')}
      text={t('factor.text')}
      actions={
        <Button
          variant={list.length > 0 ? 'default' : 'filled'}
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isOffline || !factors.value}
          onClick={() => setAdding(true)}
        >
          {t(list.length > 0 ? 'factor.add' : 'factor.addFirst')}
        </Button>
      }
    >
      <LoadFailed answer={factors} isOffline={isOffline} />
      {factors.value && list.length === 0 && <p className={classes.line}>{t('factor.none')}</p>}
      {list.length > 0 && (
        <ul className={classes.list}>
          {list.map((factor) => (
            <li key={factor.id} className={classes.row}>
              <div className={classes.what}>
                <IconDeviceMobile size={20} aria-hidden />
                <div>
                  <div className={classes.name}>
                    {nameOf(factor)} <StatusBadge tone="green">{t('factor.on')}</StatusBadge>
                  </div>
                  <div className={classes.meta}>{t('factor.since', { date: format.instant(factor.createdAt) })}</div>
                </div>
              </div>
              <Button
                variant="subtle"
                color="red"
                disabled={isOffline}
                aria-label={t('factor.removeLabel', { name: nameOf(factor) })}
                onClick={() => setLeaving(factor)}
              >
                {t('factor.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isAdding && <AddFactorDialog factors={list} email={email} onClose={() => setAdding(false)} onAdded={onChanged} />}
      {leaving && (
        <CodeConfirmDialog
          title={t('factor.removeTitle', { name: nameOf(leaving) })}
          confirmLabel={t('factor.remove')}
          factors={list}
          onClose={() => setLeaving(null)}
          onConfirm={() => remove(leaving)}
          isDangerous
        >
          {t(list.length === 1 ? 'factor.removeLast' : 'factor.removeText')}
        </CodeConfirmDialog>
      )}
    </Section>
  );
}
