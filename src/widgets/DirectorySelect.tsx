import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { filterDirectory } from '#data/directory/directory.ts';
import { useDirectory, useDirectoryCommands } from '#data/directory/use-directory.ts';
import { can } from '#domain/access/access.ts';
import { type DirectoryInput, type DirectoryName, directories } from '#domain/directories.ts';
import { useCommand } from '#ui/use-command.ts';
import { RecordSelect } from './RecordSelect.tsx';

type Props = {
  name: DirectoryName;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: ReactNode;
  placeholder?: string;
  /** Offers to make a record of a name that is not there yet. */
  isCreatable?: boolean;
  autoFocus?: boolean;
};
const LIMIT = 50;

/** Chooses a vendor, customer …; who may can make one of a name that is not there yet. */
export function DirectorySelect({ name, value, onChange, error, placeholder, isCreatable = false, autoFocus = false }: Props) {
  const { texts, resource, pages: load } = directories[name];
  const { t, i18n } = useTranslation(texts);
  const { ctx, company } = useCompany();
  const { value: directory } = useDirectory(name);
  const commands = useDirectoryCommands(name);
  const create = useCommand(commands.create);
  const selected = value === null ? undefined : directory?.byId.get(value);
  const search = (text: string) =>
    directory ? filterDirectory(directory, { text, show: 'active', sort: 'name' }).slice(0, LIMIT).map(optionOf) : [];
  const make = async (typed: string) => {
    const { pages } = await load();
    const input = { ...pages.blank(company, { language: i18n.language, today: ctx.today(), isTyped: true }), name: typed };
    return (await create.run(input as DirectoryInput))?.id; // what is missing in it is refused
  };
  return (
    <RecordSelect
      label={t('select.label')}
      placeholder={placeholder ?? t('select.placeholder')}
      value={value}
      onChange={onChange}
      selected={selected && optionOf(selected)}
      search={search}
      nothing={t('select.nothing')}
      error={error}
      autoFocus={autoFocus}
      {...(isCreatable && can(ctx.access, `${resource}.create`)
        ? { create: { label: (typed: string) => t('select.create', { name: typed }), run: make } }
        : {})}
    />
  );
}

const optionOf = (record: { id: string; name: string; city?: string }) => ({
  id: record.id,
  name: record.name,
  ...(record.city ? { hint: record.city } : {}),
});
