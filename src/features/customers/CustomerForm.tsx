import { NativeSelect, NumberInput, Stack, Switch, TextInput, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type CustomerInput, customerInputSchema } from '#domain/customers/customer.ts';
import { FormError } from '#ui/FormError.tsx';
import { Section } from '#ui/Section.tsx';
import { AddressFields } from '#widgets/AddressFields.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import fields from '#widgets/Fields.module.css';
import { SaveBar } from '#widgets/SaveBar.tsx';
import { useDraftedForm } from '#widgets/use-drafted-form.tsx';
import type { Drafted } from '#widgets/WithDraft.tsx';
import { refuseImpossibleVatId, VatIdInput } from '#widgets/VatIdInput.tsx';

type Props = {
  drafted: Drafted<CustomerInput>;
  saveLabel: string;
  cancelTo: string;
  /** Gets what the form showed when it opened, too: only what differs is saved. */
  onSave: (input: CustomerInput, opened: CustomerInput) => Promise<unknown>;
};

export function CustomerForm({ drafted, saveLabel, cancelTo, onSave }: Props) {
  const { t } = useTranslation('customers');
  const { form, formProps, formError, isSubmitting, restored, note } = useDraftedForm<CustomerInput>({
    drafted,
    schema: customerInputSchema,
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
      <SaveBar saveLabel={saveLabel} isSaving={isSubmitting} cancelTo={cancelTo}>
        {note}
      </SaveBar>
    </form>
  );
}
