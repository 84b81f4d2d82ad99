import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { FormError } from '#ui/FormError.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import fields from './Fields.module.css';
import { SaveBar } from './SaveBar.tsx';
import { useKeptTyping } from './use-kept-typing.tsx';
import type { Drafted } from './WithDraft.tsx';

/** What a page gives the form of one of its records. */
export type DraftedFormProps<V> = {
  drafted: Drafted<V>;
  saveLabel: string;
  cancelTo: string;
  /** Gets what the form showed before anybody typed, too: only what differs is saved. */
  onSave: (values: V, before: V) => Promise<unknown>;
};
type Props<V extends Record<string, unknown>> = DraftedFormProps<V> & {
  schema: NonNullable<Parameters<typeof useRecordForm<V>>[0]['schema']>;
  isWide?: boolean;
  children: (form: UseFormReturnType<V>) => ReactNode;
};

/** A form bound to a command that keeps what is typed on this device until it is saved. */
export function DraftedForm<V extends Record<string, unknown>>({ drafted, saveLabel, cancelTo, onSave, schema, ...look }: Props<V>) {
  const { before, values } = drafted.draft;
  const { form, formProps, formError, isSubmitting } = useRecordForm<V>({
    initialValues: values,
    schema,
    submit: (typed): Promise<void> => saving(() => onSave(typed, before)),
  });
  const { saving, restored, note } = useKeptTyping(drafted, { values: form.values, isChanged: form.isDirty(), isSubmitting });
  return (
    <form {...formProps} className={fields.form} data-wide={look.isWide || undefined}>
      {restored}
      <FormError>{formError}</FormError>
      {look.children(form)}
      <SaveBar saveLabel={saveLabel} isSaving={isSubmitting} cancelTo={cancelTo}>
        {note}
      </SaveBar>
    </form>
  );
}
