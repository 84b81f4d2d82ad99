import { useTranslation } from 'react-i18next';
import type { CompanyDetailsInput } from '#domain/companies/company-details.ts';
import type { InvoiceSettings } from '#domain/companies/invoice-defaults.ts';
import type { DocumentLanguage } from '#domain/documents/printable-document.ts';
import { Section } from '#ui/Section.tsx';
import { useLogo } from '#data/branding/use-logo.ts';
import { useObjectUrl } from '#widgets/use-object-url.ts';
import classes from './DocumentPreview.module.css';
import { DrawnPage } from './DrawnPage.tsx';
import { usePagePreview } from './use-page-preview.ts';

type Props = {
  details: CompanyDetailsInput;
  invoice: InvoiceSettings;
  /** Of the sample; the app's without one. */ language?: DocumentLanguage;
};

/** The first page of an invoice as the settings on the page would print it, drawn by the layout that prints it. */
export function DocumentPreview({ details, invoice, language }: Props) {
  const { t } = useTranslation('settings');
  const logo = useLogo();
  const logoUrl = useObjectUrl(logo.blob);
  const preview = usePagePreview({ details, invoice, language }, logo.printable);
  return (
    <div className={classes.place}>
      <Section title={t('company.preview')} text={t('company.previewHint')}>
        {preview.kind === 'failed' && <p role="alert">{t('company.previewFailed')}</p>}
        {preview.kind !== 'failed' && (
          <div className={classes.paper}>
            {preview.drawing && <DrawnPage drawing={preview.drawing} logoUrl={logoUrl} label={t('company.previewAlt')} />}
          </div>
        )}
      </Section>
    </div>
  );
}
