import type { DirectoryTexts } from '#domain/directories.ts';
import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreMenu } from '#ui/MoreMenu.tsx';
import { useCommand } from '#ui/use-command.ts';

type Props = {
  /** The namespace with the words. */
  namespace: DirectoryTexts | 'categories';
  onDelete: () => Promise<void>;
  isDeletable?: boolean;
  /** What else is seldom needed. */
  children?: ReactNode;
};

/** What is seldom needed of a record of the master data; it is deleted at once, since what can be undone is not asked about. */
export function DeleteRecordMenu({ namespace, onDelete, isDeletable = true, children }: Props) {
  const { t } = useTranslation(namespace);
  const { t: tCommon } = useTranslation();
  const { run } = useCommand(onDelete);
  return (
    <MoreMenu label={tCommon('action.more')}>
      {children}
      {isDeletable && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void run()}>
          {t('action.delete')}
        </Menu.Item>
      )}
    </MoreMenu>
  );
}
