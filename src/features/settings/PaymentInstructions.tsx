import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompanyCommands } from '#data/companies/use-company-commands.ts';
import { useCompany } from '#data/core/company-context.ts';
import { type PaymentTexts, paymentTextsOf, paymentTextsSchema } from '#domain/companies/document-texts.ts';
import { Section } from '#ui/Section.tsx';
import { DOCUMENT_LANGUAGES } from './document-languages.ts';
import classes from './Settings.module.css';
import { SettingsForm } from './SettingsForm.tsx';
import { useSettingsForm } from '#widgets/settings/use-settings-form.ts';

/** What is said about paying, beside the account, in the language of each document. */
export function PaymentInstructions() {
  const { t } = useTranslation('settings');
  const { company } = useCompany();
  const { editPaymentTexts } = useCompanyCommands();
  const bound = useSettingsForm<PaymentTexts>({
    current: paymentTextsOf(company.settings),
    schema: paymentTextsSchema,
    save: editPaymentTexts,
  });
  return (
    <SettingsForm bound={bound}>
      <Section title={t('bank.instructions')} text={t('bank.instructionsHint')}>
        <div className={classes.stack}>
          {DOCUMENT_LANGUAGES.map((language) => (
            <Textarea
              key={language}
              label={t(`bank.instructionsIn.${language}`)}
              autosize
              minRows={2}
              maxRows={6}
              lang={language}
              {...bound.form.getInputProps(language)}
            />
          ))}
        </div>
      </Section>
    </SettingsForm>
  );
}
