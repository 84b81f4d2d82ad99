import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { type CompanyDetailsInput, withCompanyDetails } from '#domain/companies/company-details.ts';
import type { InvoiceDefaults } from '#domain/companies/invoice-defaults.ts';
import type { PrintableBranding } from '#domain/documents/printable-document.ts';
import { printableDocument } from '#domain/invoices/printable-invoice.ts';
import { sampleInvoice } from '#domain/invoices/sample-invoice.ts';
import { invoiceNumberFormatProblem } from '#domain/numbering/number-format.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { log } from '#platform/log/log.ts';
import type { PageDrawing } from '#platform/pdf/layout/page-drawing.ts';

/** The drawing before stays while the next one is made. */
export type PagePreview = { readonly kind: 'ready' | 'failed'; readonly drawing: PageDrawing | null };

const QUIET_MS = 120;

/** A sample invoice's first page with these settings, drawn by the worker that writes documents. */
export function usePagePreview(
  details: CompanyDetailsInput,
  invoiceDefaults: InvoiceDefaults,
  logo: PrintableBranding['logo'],
): PagePreview {
  const { ctx, company } = useCompany();
  const { language } = useFormat();
  const settings = useDeferredValue(JSON.stringify({ details, invoiceDefaults }));
  const document = useMemo(() => {
    const typed = JSON.parse(settings) as { details: CompanyDetailsInput; invoiceDefaults: InvoiceDefaults };
    const usable = invoiceNumberFormatProblem(typed.invoiceDefaults.generated_number_format) === null;
    const { generated_number_format } = usable ? typed.invoiceDefaults : company.settings.invoice_defaults;
    const changed = withCompanyDetails(company, typed.details);
    const invoice_defaults = { ...changed.settings.invoice_defaults, ...typed.invoiceDefaults, generated_number_format };
    const shown = { ...changed, settings: { ...changed.settings, invoice_defaults } };
    const sample = sampleInvoice(shown, { today: ctx.today(), language: language === 'de' ? 'de' : 'en' });
    return printableDocument(sample.invoice, { company: shown, customer: sample.customer, kind: 'document', logo });
  }, [settings, logo, company, ctx, language]);
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
