import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconTrash } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import type { SavedFilter } from '#data/saved-filters/saved-filters.ts';
import { useSavedFilters } from '#data/saved-filters/use-saved-filters.ts';
import { name } from '#domain/shared/fields.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { useRecordForm } from '#ui/use-record-form.ts';

/** The filters somebody named for this list: the address is what is kept, so any list with its filter there can have them. */
export const SavedFilters = memo(FiltersOfList);

function FiltersOfList() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { filters = [], save, forget } = useSavedFilters(pathname);
  const [isNaming, setNaming] = useState(false);
  const { run: remove } = useCommand(async (filter: SavedFilter) => {
    await forget(filter);
    const undo = () => void save(filter);
    showToast({ type: 'success', text: t('filters.removed', { name: filter.name }), action: { label: t('bulk.undo'), run: undo } });
  });
  const current = filters.find((filter) => filter.search === search);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant={current ? 'light' : 'default'} aria-label={t('filters.label')}>
            <IconBookmark size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {filters.map((filter) => (
            <Menu.Item
              key={filter.name}
              fw={filter === current ? 600 : 400}
              onClick={() => void navigate({ pathname, search: filter.search })}
            >
              {filter.name}
            </Menu.Item>
          ))}
          {filters.length === 0 && <Menu.Label>{t('filters.none')}</Menu.Label>}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconBookmarkPlus size={16} aria-hidden />}
            disabled={search === '' || current !== undefined}
            onClick={() => setNaming(true)}
          >
            {t('filters.save')}
          </Menu.Item>
          {current && (
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove(current)}>
              {t('filters.remove', { name: current.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isNaming && <NameDialog onClose={() => setNaming(false)} onSave={(given) => save({ name: given, path: pathname, search })} />}
    </>
  );
}

const schema = z.object({ name: name(60) });

function NameDialog({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => Promise<unknown> }) {
  const { t } = useTranslation();
  const { form, ...bound } = useRecordForm({
    initialValues: { name: '' },
    schema,
    submit: async (values) => {
      await onSave(values.name);
      onClose();
    },
  });
  return (
    <FormDialog title={t('filters.save')} confirmLabel={t('action.save')} onClose={onClose} {...bound}>
      <TextInput label={t('filters.name')} description={t('filters.hint')} required autoFocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
