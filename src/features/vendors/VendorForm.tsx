import { Stack, Switch, TextInput, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type VendorInput, vendorInputSchema } from '#domain/vendors/vendor.ts';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { AddressFields } from '#widgets/AddressFields.tsx';
import fields from '#widgets/Fields.module.css';
import { SaveBar } from '#widgets/SaveBar.tsx';
import { useDraftedForm } from '#widgets/use-drafted-form.tsx';
import type { Drafted } from '#widgets/WithDraft.tsx';
import { refuseImpossibleVatId, VatIdInput } from '#widgets/VatIdInput.tsx';

type Props = {
  drafted: Drafted<VendorInput>;
  saveLabel: string;
  cancelTo: string;
  /** Gets what the form showed when it opened, too: only what differs is saved. */
  onSave: (input: VendorInput, opened: VendorInput) => Promise<unknown>;
};

export function VendorForm({ drafted, saveLabel, cancelTo, onSave }: Props) {
  const { t } = useTranslation('vendors');
  const { form, formProps, formError, isSubmitting, restored, note } = useDraftedForm<VendorInput>({
    drafted,
    schema: vendorInputSchema,
    submit: async (values, opened) => {
      await refuseImpossibleVatId(values, opened);
      return onSave(values, opened);
    },
  });
  return (
    <form {...formProps} className={fields.form}>
      {restored}
      <FormError>{formError}</FormError>
      <Section>
        <Stack gap="sm">
          <TextInput label={t('field.name')} required data-autofocus autoFocus autoComplete="off" {...form.getInputProps('name')} />
          <div className={fields.row} data-shape="even">
            <TextInput label={t('field.email')} type="email" autoComplete="off" {...form.getInputProps('email')} />
            <TextInput label={t('field.phone')} type="tel" autoComplete="off" {...form.getInputProps('phone')} />
          </div>
        </Stack>
      </Section>
      <Section title={t('section.address')}>
        <Stack gap="sm">
          <AddressFields getInputProps={form.getInputProps} />
        </Stack>
      </Section>
      <Section title={t('section.more')}>
        <Stack gap="sm">
          <VatIdInput inputProps={form.getInputProps('vat_id')} party={form.values} />
          <Textarea label={t('field.notes')} autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
          <Switch label={t('field.is_active')} {...form.getInputProps('is_active', { type: 'checkbox' })} />
        </Stack>
      </Section>
      <SaveBar saveLabel={saveLabel} isSaving={isSubmitting} cancelTo={cancelTo}>
        {note}
      </SaveBar>
    </form>
  );
}
