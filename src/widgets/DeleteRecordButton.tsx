import type { DirectoryTexts } from '#domain/directories.ts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';

type Props = {
  /** The namespace with the words. */
  namespace: DirectoryTexts | 'categories';
  name: string;
  onDelete: () => Promise<void>;
};

/** Deletes a record of the master data after asking. */
export function DeleteRecordButton({ namespace, name, onDelete }: Props) {
  const { t } = useTranslation(namespace);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {t('action.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('delete.title', { name })}
        confirmLabel={t('delete.confirm')}
        onConfirm={onDelete}
        isDangerous
      >
        {t('delete.text')}
      </ConfirmDialog>
    </>
  );
}
