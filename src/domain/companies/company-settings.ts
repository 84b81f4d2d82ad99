import * as z from 'zod/mini';
import { RATES } from '#domain/exchange/rates.ts';
import { GENERATE_AS, LEAD_DAYS_MAX } from '#domain/recurring/generation.ts';
import { vatPeriodsSchema } from '#domain/tax/vat-method.ts';
import { reminderSettingsSchema } from '#domain/reminders/reminder-settings.ts';
import { countryCode, currencyCode, optionalEmail, text } from '#domain/shared/fields.ts';

const color = (preset: string) => z._default(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'invalidColor')), preset);
const or = <T extends z.ZodMiniType>(schema: T, preset: z.output<T>) => z._default(schema, preset as never);
const group = <S extends z.core.$ZodLooseShape>(shape: S) => z.prefault(z.object(shape), {} as never);

const spoken = (max: number) => group({ de: or(z.nullable(text(max)), null), en: or(z.nullable(text(max)), null) });

/** The place of a company that has not said where it is (spec §5). */
export const DEFAULT_PLACE = { postal_code: '10115', city: 'Berlin' };

/** How long corrections are possible: until the month is closed (`month`), or a number of days after the entry. */
export const bookkeepingSchema = z.object({ correction_window: or(z.string().check(z.regex(/^(month|[0-9]{1,3})$/, 'invalid')), 'month') });
export type Bookkeeping = z.infer<typeof bookkeepingSchema>;

/** In which currency the books are kept (null: that of new invoices), and by which rates what is in another one counts. */
export const exchangeSettingsSchema = z.object({ currency: or(z.nullable(currencyCode()), null), rates: or(z.enum(RATES), 'day') });

/** Settings of a company with the defaults of spec §5: parsing `{}` gives a complete, valid object. */
export const companySettingsSchema = z.object({
  company_details: group({
    contact: group({ phone: or(text(50), ''), email: or(optionalEmail(), ''), website: or(text(), '') }),
    address: group({
      street: or(text(), ''),
      house_number: or(text(20), ''),
      postal_code: or(text(20), DEFAULT_PLACE.postal_code),
      city: or(text(), DEFAULT_PLACE.city),
      country: or(countryCode(), 'DE'),
    }),
    branding: group({
      logo_path: or(z.nullable(text(500)), null),
      primary_color: color('#111827'),
      accent_color: color('#2563eb'),
      font: or(text(60), 'Helvetica'),
    }),
    bank: group({
      iban: or(text(34), ''),
      bic: or(text(11), ''),
      name: or(text(), ''),
      instructions: or(text(1000), 'Bitte überweisen Sie den Betrag innerhalb von 14 Tagen.'),
    }),
    basics: group({ timezone: or(text(60), 'Europe/Berlin') }),
  }),
  invoice_defaults: group({
    default_template_id: or(z.nullable(text(60)), null),
    default_delivery_note_template_id: or(z.nullable(text(60)), null),
    payment_terms: or(text(500), 'Pay within 14 days'),
    invoice_note: or(text(2000), 'Thank you for your business.'),
    default_due_days: or(z.int().check(z.minimum(0, 'invalidDays'), z.maximum(365, 'invalidDays')), 14),
    default_currency: or(currencyCode(), 'EUR'),
    number_prefix: or(text(20), 'INV'),
    generated_number_format: or(text(60), 'INV-{year}-{number}'),
    items: group({
      show_description: or(z.boolean(), true),
      show_tax: or(z.boolean(), true),
      currency: or(currencyCode(), 'EUR'),
      currency_position: or(z.enum(['prefix', 'suffix']), 'suffix'),
    }),
    footer: group({ text: or(text(1000), ''), show_page_numbers: or(z.boolean(), true) }),
  }),
  expense_defaults: group({
    default_currency: or(currencyCode(), 'EUR'),
    generated_number_format: or(text(60), 'EXP-{year}-{number}'),
    mark_as_paid_on_approval: or(z.boolean(), true),
  }),
  recurring_defaults: group({
    auto_generate: or(z.boolean(), true),
    lead_days: or(z.int().check(z.minimum(0, 'invalidDays'), z.maximum(LEAD_DAYS_MAX, 'invalidDays')), 0),
    generate_as: or(z.enum(GENERATE_AS), 'draft'),
  }),
  tax: group({ tax_number: or(text(40), ''), vat_id: or(text(20), ''), small_business: or(z.boolean(), false) }),
  bookkeeping: z.prefault(bookkeepingSchema, {}),
  /** Apart from `tax`: an older app that saves that group knows nothing of this one, and leaves it as it is. */
  vat: group({ periods: or(vatPeriodsSchema, []) }),
  exchange: z.prefault(exchangeSettingsSchema, {}),
  /** How documents are numbered beside invoices (empty: in their series), and whether devices may take numbers along. */
  numbers: group({
    leases: or(z.boolean(), false),
    cancellations: or(text(60), ''),
    corrections: or(text(60), ''),
  }),
  /** Who answers questions about invoices, where it is not the company's own line. */
  e_invoice: group({ contact_name: or(text(), ''), contact_phone: or(text(50), ''), contact_email: or(optionalEmail(), '') }),
  /** What documents say, per language; null where the one text in `invoice_defaults` counts. */
  document_texts: group({ payment_terms: spoken(500), invoice_note: spoken(2000), footer_text: spoken(1000) }),
  /** How they ask to be paid, likewise beside the bank's. */
  payment_texts: spoken(1000),
  /** Where documents put the sign of the currency; null: where their language has it, unless `invoice_defaults` says `prefix`. */
  currency_sign: group({ position: or(z.nullable(z.enum(['prefix', 'suffix'])), null) }),
  delivery_notes: group({ number_format: or(text(60), 'LS-{year}-{number}') }),
  reminders: z.prefault(reminderSettingsSchema, {} as never),
});
export type CompanySettings = z.infer<typeof companySettingsSchema>;

/** The currency a company keeps its books in. */
export const booksCurrency = ({ exchange, invoice_defaults }: Pick<CompanySettings, 'exchange' | 'invoice_defaults'>): string =>
  exchange.currency ?? invoice_defaults.default_currency;
