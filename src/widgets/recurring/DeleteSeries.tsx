import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { MoreMenu } from '#ui/MoreMenu.tsx';
import { RECURRING_KINDS, type RecurringKind } from './recurring-kinds.ts';

type Props = { kind: RecurringKind; label: string; onDelete: () => Promise<void> };

/** What is seldom needed: deleting the series. */
export function DeleteSeries({ kind, label, onDelete }: Props) {
  const { t } = useTranslation('recurring');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <MoreMenu label={t('action.more')}>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking(true)}>
          {t('action.delete')}
        </Menu.Item>
      </MoreMenu>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('delete.title')}
        confirmLabel={t('delete.confirm')}
        onConfirm={onDelete}
        isDangerous
      >
        {t(`delete.text${RECURRING_KINDS[kind].one}`, { label })}
      </ConfirmDialog>
    </>
  );
}
