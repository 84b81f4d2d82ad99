import { Button } from '@mantine/core';
import { IconDeviceMobile, IconDeviceMobileOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftKind } from '#data/drafts/draft-shelf.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import type { Keeping } from '#ui/use-kept-draft.ts';
import classes from './KeptDraft.module.css';

type Props = { kind: DraftKind; /** When it was last changed. */ at: string; onDiscard: () => Promise<void> };

/** Above a form that shows what was typed and not saved the last time. */
export function RestoredDraft({ kind, at, onDiscard }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={classes.restored} role="status">
      <span>{t('draft.restored', { when: format.instant(at) })}</span>
      <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
        {t(kind === 'new' ? 'draft.startFresh' : 'draft.discard')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('draft.discardTitle')}
        confirmLabel={t('draft.discard')}
        onConfirm={onDiscard}
        isDangerous
      >
        {t('draft.discardText')}
      </ConfirmDialog>
    </div>
  );
}

/** Beside the save button, once something was typed: said when it is so, and when this device did not take it. */
export function KeptNote({ keeping }: { keeping: Keeping }) {
  const { t } = useTranslation();
  if (keeping === 'none') return null;
  const isKept = keeping === 'kept';
  const Icon = isKept ? IconDeviceMobile : IconDeviceMobileOff;
  return (
    <span className={classes.kept} data-typed={isKept || undefined} data-unsaved={!isKept || undefined}>
      <Icon size={16} aria-hidden />
      {t(isKept ? 'draft.kept' : 'draft.notKept')}
    </span>
  );
}
