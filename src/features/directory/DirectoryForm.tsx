import { Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type DirectoryName, directories } from '#domain/directories.ts';
import type { FieldPlace } from '#domain/shared/directory-pages.ts';
import { Section } from '#ui/Section.tsx';
import { DraftedForm, type DraftedFormProps } from '#widgets/DraftedForm.tsx';
import fields from '#widgets/Fields.module.css';
import { FormColumns } from '#widgets/FormColumns.tsx';
import { refuseImpossibleVatId } from '#widgets/VatIdInput.tsx';
import { FieldInput } from './FieldInput.tsx';
import type { Form } from './form.ts';
import { firstColumn } from './first-column.ts';
import type { PageProps } from './page-props.ts';

/** What is typed, by field; a figure that is still missing is null. */
export type FormValues = Record<string, unknown>;

export function DirectoryForm({ name, pages, onSave, ...props }: DraftedFormProps<FormValues> & PageProps) {
  const { texts, input } = directories[name];
  const { t } = useTranslation(texts);
  const save = async (values: FormValues, before: FormValues) => {
    if (isParty(values) && isParty(before)) await refuseImpossibleVatId(values, before);
    return onSave(values, before);
  };
  return (
    <DraftedForm schema={input} onSave={save} isWide {...props}>
      {(form) => {
        const sections = pages.form.map(({ title, rows }) => (
          <Section key={title} {...(title !== null && { title: t(`section.${title}` as 'section.facts') })}>
            <Stack gap="sm">
              {title === null && (
                <TextInput label={t('field.name')} required data-autofocus autoFocus autoComplete="off" {...form.getInputProps('name')} />
              )}
              {rows.map((row) => (
                <Row key={JSON.stringify(row)} name={name} row={row} form={form} />
              ))}
            </Stack>
          </Section>
        ));
        const half = firstColumn(pages.form);
        return (
          <FormColumns>
            {sections.slice(0, half)}
            {sections.slice(half)}
          </FormColumns>
        );
      }}
    </DraftedForm>
  );
}

function Row({ name, row, form }: { name: DirectoryName; row: FieldPlace | readonly FieldPlace[]; form: Form }) {
  if ('field' in row) return <FieldInput name={name} place={row} form={form} />;
  return (
    <div className={fields.row} data-shape="even">
      {row.map((place) => (
        <FieldInput key={place.field} name={name} place={place} form={form} />
      ))}
    </div>
  );
}

type Party = { readonly vat_id: string; readonly country: string };
const isParty = (values: FormValues): values is FormValues & Party =>
  typeof values['vat_id'] === 'string' && typeof values['country'] === 'string';
