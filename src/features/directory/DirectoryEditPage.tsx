import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory, useDirectoryCommands } from '#data/directory/use-directory.ts';
import { formDrafts } from '#data/drafts/form-drafts.ts';
import { type DirectoryInput, directories } from '#domain/directories.ts';
import { inputFrom } from '#domain/shared/record.ts';
import type { DraftedFormProps } from '#widgets/DraftedForm.tsx';
import { NamedRecordPage } from '#widgets/NamedRecordPage.tsx';
import { DirectoryForm, type FormValues } from './DirectoryForm.tsx';
import type { Entry, PageProps } from './page-props.ts';

/** Create without an id in the address (`?name=` names it), edit with one. */
export function DirectoryEditPage({ name, pages }: PageProps) {
  const { texts, page, input, draft } = directories[name];
  const { i18n } = useTranslation();
  const { company, ctx } = useCompany();
  const [params] = useSearchParams();
  const { value: directory } = useDirectory(name);
  const { createOfDraft, edit } = useDirectoryCommands(name);
  const shelf = useMemo(() => formDrafts<FormValues>(draft, { collection: name }), [draft, name]);
  const Form = useMemo(
    () => (props: DraftedFormProps<FormValues>) => <DirectoryForm name={name} pages={pages} {...props} />,
    [name, pages],
  );
  return (
    <NamedRecordPage<Entry, FormValues>
      namespace={texts}
      list={page.path}
      find={directory && ((id) => directory.byId.get(id))}
      shelf={shelf}
      blank={() => ({
        ...pages.blank(company, { language: i18n.language, today: ctx.today(), isTyped: true }),
        name: params.get('name') ?? '',
      })}
      isFresh={params.has('name')}
      valuesOf={(record) => inputFrom(input, record)}
      // The form lets nothing through that its schema refuses.
      create={({ id, input: values, before }) =>
        createOfDraft({ id, input: values as DirectoryInput, before: before as Partial<DirectoryInput> })
      }
      edit={({ id, input: values, opened }) => edit({ id, input: values as DirectoryInput, opened: opened as Partial<DirectoryInput> })}
      form={Form}
    />
  );
}
