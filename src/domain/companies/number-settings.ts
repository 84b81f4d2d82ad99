import * as z from 'zod/mini';
import { type NumberSeries, OWN_SERIES, type OwnSeries, seriesProblem } from '#domain/numbering/number-format.ts';
import { text } from '#domain/shared/fields.ts';
import type { CompanySettings } from './company-settings.ts';

export type NumberSettings = CompanySettings['numbers'];
type Others = Pick<CompanySettings, 'delivery_notes'> & {
  readonly invoice_defaults: Pick<CompanySettings['invoice_defaults'], 'generated_number_format' | 'number_prefix'>;
};

/** The patterns of all series, with those that are being typed. */
export const seriesFormats = ({ invoice_defaults, delivery_notes }: Others, own: NumberSettings): Record<NumberSeries, string> => ({
  ...own,
  invoices: invoice_defaults.generated_number_format,
  delivery_notes: delivery_notes.number_format,
});

/** The series whose own pattern could give the same numbers as this one of the invoices; null where none could. */
export const metSeries = (others: { readonly numbers: NumberSettings } & Others): OwnSeries | null =>
  OWN_SERIES.find(
    (series) => seriesProblem(series, seriesFormats(others, others.numbers), others.invoice_defaults.number_prefix) === 'seriesTwice',
  ) ?? null;

/** What a person may enter beside the other patterns of the company: no two series may ever give the same number. */
export const numberSettingsSchema = (others: Others) =>
  z.object({ leases: z.boolean(), cancellations: text(60), corrections: text(60) }).check(({ value, issues }) => {
    for (const series of OWN_SERIES) {
      const problem = seriesProblem(series, seriesFormats(others, value), others.invoice_defaults.number_prefix);
      if (problem) issues.push({ code: 'custom', input: value[series], path: [series], message: problem });
    }
  });
