import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { type CompanyDetailsInput, withCompanyDetails } from '#domain/companies/company-details.ts';
import { type InvoiceSettings, withInvoiceSettings } from '#domain/companies/invoice-defaults.ts';
import type { DocumentLanguage, PrintableBranding } from '#domain/documents/printable-document.ts';
import { printableDocument } from '#domain/invoices/printable-invoice.ts';
import { sampleInvoice } from '#domain/invoices/sample-invoice.ts';
import { invoiceNumberFormatProblem } from '#domain/numbering/number-format.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { log } from '#platform/log/log.ts';
import type { PageDrawing } from '#platform/pdf/layout/page-drawing.ts';

/** The drawing before stays while the next one is made. */
export type PagePreview = { readonly kind: 'ready' | 'failed'; readonly drawing: PageDrawing | null };

const QUIET_MS = 120;

type Shown = { readonly details: CompanyDetailsInput; readonly invoice: InvoiceSettings; readonly language?: DocumentLanguage | undefined };

/** A sample invoice's first page with these settings, drawn by the worker that writes documents. */
export function usePagePreview({ details, invoice, language }: Shown, logo: PrintableBranding['logo']): PagePreview {
  const { ctx, company } = useCompany();
  const { language: ofApp } = useFormat();
  const settings = useDeferredValue(JSON.stringify({ details, invoice, language: language ?? (ofApp === 'de' ? 'de' : 'en') }));
  const document = useMemo(() => {
    const typed = JSON.parse(settings) as Shown & { readonly language: DocumentLanguage };
    const usable = invoiceNumberFormatProblem(typed.invoice.generated_number_format) === null;
    const { generated_number_format } = usable ? typed.invoice : company.settings.invoice_defaults;
    const shown = withInvoiceSettings(withCompanyDetails(company, typed.details), { ...typed.invoice, generated_number_format });
    const sample = sampleInvoice(shown, { today: ctx.today(), language: typed.language });
    return printableDocument(sample.invoice, { company: shown, customer: sample.customer, kind: 'document', logo });
  }, [settings, logo, company, ctx]);
  const [preview, setPreview] = useState<PagePreview>({ kind: 'ready', drawing: null });
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      import('#platform/pdf/render-pdf.ts')
        .then(({ renderPdf }) => renderPdf(document, 'page'))
        .then(
          (drawing) => isCurrent && setPreview({ kind: 'ready', drawing }),
          (error: unknown) => {
            log.error('preview_not_drawn', { error });
            if (isCurrent) setPreview({ kind: 'failed', drawing: null });
          },
        );
    }, QUIET_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [document]);
  return preview;
}
