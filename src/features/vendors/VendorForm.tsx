import { Stack, Switch, TextInput, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type VendorInput, vendorInputSchema } from '#domain/vendors/vendor.ts';
import { Section } from '#ui/Section.tsx';
import { AddressFields } from '#widgets/AddressFields.tsx';
import fields from '#widgets/Fields.module.css';
import { DraftedForm, type DraftedFormProps } from '#widgets/DraftedForm.tsx';
import { refuseImpossibleVatId, VatIdInput } from '#widgets/VatIdInput.tsx';

export function VendorForm({ onSave, ...props }: DraftedFormProps<VendorInput>) {
  const { t } = useTranslation('vendors');
  const save = async (values: VendorInput, before: VendorInput) => {
    await refuseImpossibleVatId(values, before);
    return onSave(values, before);
  };
  return (
    <DraftedForm schema={vendorInputSchema} onSave={save} {...props}>
      {(form) => (
        <>
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
        </>
      )}
    </DraftedForm>
  );
}
