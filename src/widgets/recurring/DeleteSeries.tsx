import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MoreMenu } from '#ui/MoreMenu.tsx';
import { useCommand } from '#ui/use-command.ts';

/** What is seldom needed: deleting the series, at once, since what can be undone is not asked about. */
export function DeleteSeries({ onDelete }: { onDelete: () => Promise<void> }) {
  const { t } = useTranslation('recurring');
  const { run } = useCommand(onDelete);
  return (
    <MoreMenu label={t('action.more')}>
      <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void run()}>
        {t('action.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}
