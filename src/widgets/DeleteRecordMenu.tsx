import type { DirectoryTexts } from '#domain/directories.ts';
import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MoreMenu } from '#ui/MoreMenu.tsx';
import { useCommand } from '#ui/use-command.ts';

type Props = {
  /** The namespace with the words. */
  namespace: DirectoryTexts | 'categories';
  onDelete: () => Promise<void>;
};

/** What is seldom needed: deleting a record of the master data, at once, since what can be undone is not asked about. */
export function DeleteRecordMenu({ namespace, onDelete }: Props) {
  const { t } = useTranslation(namespace);
  const { t: tCommon } = useTranslation();
  const { run } = useCommand(onDelete);
  return (
    <MoreMenu label={tCommon('action.more')}>
      <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void run()}>
        {t('action.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}
