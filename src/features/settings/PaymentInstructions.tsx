import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useCompanyCommands } from '#data/companies/use-company-commands.ts';
import { useCompany } from '#data/core/company-context.ts';
import { text } from '#domain/shared/fields.ts';
import { Section } from '#ui/Section.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { useSettingsForm } from './use-settings-form.ts';

type Values = { instructions: string };
const schema = z.object({ instructions: text(1000) });

/** What is said about paying, beside the account. */
export function PaymentInstructions() {
  const { t } = useTranslation('settings');
  const { company } = useCompany();
  const { editPaymentInstructions } = useCompanyCommands();
  const bound = useSettingsForm<Values>({
    current: { instructions: company.settings.company_details.bank.instructions },
    schema,
    save: ({ opened, values }) => editPaymentInstructions({ opened: opened.instructions, values: values.instructions }),
  });
  return (
    <SettingsForm bound={bound}>
      <Section>
        <Textarea
          label={t('bank.instructions')}
          description={t('bank.instructionsHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={2}
          maxRows={6}
          {...bound.form.getInputProps('instructions')}
        />
      </Section>
    </SettingsForm>
  );
}
