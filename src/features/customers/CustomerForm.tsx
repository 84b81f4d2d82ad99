import { NativeSelect, NumberInput, Stack, Switch, TextInput, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type CustomerInput, customerInputSchema } from '#domain/customers/customer.ts';
import { Section } from '#ui/Section.tsx';
import { AddressFields } from '#widgets/AddressFields.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import fields from '#widgets/Fields.module.css';
import { DraftedForm, type DraftedFormProps } from '#widgets/DraftedForm.tsx';
import { refuseImpossibleVatId, VatIdInput } from '#widgets/VatIdInput.tsx';

export function CustomerForm({ onSave, ...props }: DraftedFormProps<CustomerInput>) {
  const { t } = useTranslation('customers');
  const save = async (values: CustomerInput, before: CustomerInput) => {
    await refuseImpossibleVatId(values, before);
    return onSave(values, before);
  };
  return (
    <DraftedForm schema={customerInputSchema} onSave={save} {...props}>
      {(form) => (
        <>
          <Section>
            <Stack gap="sm">
              <TextInput label={t('field.name')} required data-autofocus autoFocus autoComplete="off" {...form.getInputProps('name')} />
              <TextInput label={t('field.contact_name')} autoComplete="off" {...form.getInputProps('contact_name')} />
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
          <Section title={t('section.billing')}>
            <Stack gap="sm">
              <div className={fields.row} data-shape="even">
                <NativeSelect
                  label={t('field.language')}
                  data={(['en', 'de'] as const).map((language) => ({ value: language, label: t(`language.${language}`) }))}
                  {...form.getInputProps('language')}
                />
                <CurrencySelect label={t('field.currency')} {...form.getInputProps('currency')} />
              </div>
              <NumberInput
                label={t('field.payment_terms_days')}
                min={0}
                max={365}
                allowDecimal={false}
                {...form.getInputProps('payment_terms_days')}
              />
              <VatIdInput inputProps={form.getInputProps('vat_id')} party={form.values} />
              <TextInput
                label={t('field.buyer_reference')}
                description={t('hint.buyer_reference')}
                autoComplete="off"
                {...form.getInputProps('buyer_reference')}
              />
            </Stack>
          </Section>
          <Section title={t('section.more')}>
            <Stack gap="sm">
              <Textarea label={t('field.notes')} autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
              <Switch label={t('field.is_active')} {...form.getInputProps('is_active', { type: 'checkbox' })} />
            </Stack>
          </Section>
        </>
      )}
    </DraftedForm>
  );
}
