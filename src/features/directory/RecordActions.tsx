import { type DirectoryName, directories } from '#domain/directories.ts';
import { Button, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { DeleteRecordMenu } from '#widgets/DeleteRecordMenu.tsx';
import { useUndoableDelete } from '#widgets/use-undoable-delete.ts';

type Subject = { readonly id: string; readonly name: string; readonly is_active: boolean };
type Props = {
  name: DirectoryName;
  record: Subject;
  onSetActive: (change: { id: string; isActive: boolean }) => Promise<Subject>;
  onDelete: (id: string) => Promise<unknown>;
  /** What else one does with it. */
  children?: ReactNode;
};

/** Deleting, retiring and editing a record of the master data, as far as this person may. */
export function RecordActions({ name, record, onSetActive, onDelete, children }: Props) {
  const { texts, resource, page } = directories[name];
  const { t } = useTranslation(texts);
  const { ctx } = useCompany();
  const navigate = useNavigate();
  const toggle = useCommand(onSetActive);
  const deleteRecord = useUndoableDelete(name);
  const setActive = async () => {
    const saved = await toggle.run({ id: record.id, isActive: !record.is_active });
    if (saved) showToast({ type: 'success', text: t(saved.is_active ? 'toast.activated' : 'toast.deactivated', { name: saved.name }) });
  };
  const remove = async () => {
    await deleteRecord({ id: record.id, remove: onDelete, text: t('toast.deleted', { name: record.name }) });
    void navigate(page.path, { replace: true });
  };
  const StateIcon = record.is_active ? IconArchive : IconArchiveOff;
  const mayUpdate = can(ctx.access, `${resource}.update`);
  const mayDelete = can(ctx.access, `${resource}.delete`);
  return (
    <>
      {mayUpdate && (
        <Button variant="default" component={Link} to={`${page.path}/${record.id}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
          {t('action.edit')}
        </Button>
      )}
      {children}
      {(mayUpdate || mayDelete) && (
        <DeleteRecordMenu namespace={texts} onDelete={remove} isDeletable={mayDelete}>
          {mayUpdate && (
            <Menu.Item leftSection={<StateIcon size={16} aria-hidden />} disabled={toggle.isRunning} onClick={() => void setActive()}>
              {t(record.is_active ? 'action.deactivate' : 'action.activate')}
            </Menu.Item>
          )}
        </DeleteRecordMenu>
      )}
    </>
  );
}
