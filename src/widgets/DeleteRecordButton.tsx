import type { DirectoryTexts } from '#domain/directories.ts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '#ui/use-command.ts';

type Props = {
  /** The namespace with the words. */
  namespace: DirectoryTexts | 'categories';
  onDelete: () => Promise<void>;
};

/** Deletes a record of the master data at once: what can be undone is not asked about. */
export function DeleteRecordButton({ namespace, onDelete }: Props) {
  const { t } = useTranslation(namespace);
  const { run, isRunning } = useCommand(onDelete);
  return (
    <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} loading={isRunning} onClick={() => void run()}>
      {t('action.delete')}
    </Button>
  );
}
