import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import classes from './MoreMenu.module.css';
import { RECURRING_KINDS, type RecurringKind } from './recurring-kinds.ts';

type Props = { kind: RecurringKind; label: string; onDelete: () => Promise<void> };

/** What is seldom needed: deleting the series. */
export function MoreMenu({ kind, label, onDelete }: Props) {
  const { t } = useTranslation('recurring');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" className={classes.more} aria-label={t('action.more')}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking(true)}>
            {t('action.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
