import * as z from 'zod/mini';
import { calendarDate, currencyCode } from '#domain/shared/fields.ts';

/** Who counts as a business, to whom a higher interest and the flat sum of § 288 BGB apply: everybody, nobody, or who has a VAT ID. */
export const DEBTORS = ['by_vat_id', 'businesses', 'consumers'] as const;

const or = <T extends z.ZodMiniType>(schema: T, preset: z.output<T>) => z._default(schema, preset as never);
const within = (min: number, max: number) =>
  z.number('invalidAmount').check(z.minimum(min, 'invalidAmount'), z.maximum(max, 'invalidAmount'));
const level = (after_days: number) =>
  z.prefault(
    z.object({
      /** Days after the due date, at the earliest. */
      after_days: or(z.int('invalidDays').check(z.minimum(1, 'invalidDays'), z.maximum(365, 'invalidDays')), after_days),
      /** In the currency of fees; not subject to VAT. */
      fee: or(within(0, 1000), 0),
    }),
    {} as never,
  );

const baseRateSchema = z.object({ from: calendarDate(), rate: within(-20, 20) });
/**
 * The base rate (§ 247 BGB) in percent, each from a day on: the Bundesbank states it anew every half-year, so none is built in. In the order
 * of days. Before the first of them no interest is reckoned.
 */
const baseRatesSchema = z.array(baseRateSchema).check(
  z.maxLength(60, 'tooMany'),
  z.refine((rates) => rates.every(({ from }, n) => n === 0 || from > (rates[n - 1]?.from ?? '')), 'notInOrder'),
);

export type BaseRate = z.infer<typeof baseRateSchema>;

/** When and with what a company reminds; its words are among the texts of mails. */
export const reminderSettingsSchema = z.object({
  /** Whether reminders are proposed. */
  is_on: or(z.boolean(), true),
  /** Days that a reminder gives to pay; before they are over no further one is proposed. */
  pay_days: or(z.int('invalidDays').check(z.minimum(0, 'invalidDays'), z.maximum(99, 'invalidDays')), 7),
  debtors: or(z.enum(DEBTORS), 'by_vat_id'),
  /** Whether a reminder asks for interest on arrears. */
  interest: or(z.boolean(), false),
  /** Points over the base rate, § 288 BGB. */
  business_points: or(within(0, 20), 9),
  consumer_points: or(within(0, 20), 5),
  base_rates: or(baseRatesSchema, []),
  /** € 40 with the first reminder of a business, § 288 (5) BGB. */
  flat_fee: or(z.boolean(), false),
  /** The currency of fees: invoices in another one bear none. Null: that of new invoices. */
  fee_currency: or(z.nullable(currencyCode()), null),
  first: level(7),
  second: level(21),
  third: level(35),
});
export type ReminderSettings = z.infer<typeof reminderSettingsSchema>;

type Settings = { readonly reminders: ReminderSettings; readonly invoice_defaults: { readonly default_currency: string } };

/** In which currency fees are asked for. */
export const feeCurrencyOf = ({ reminders, invoice_defaults }: Settings): string =>
  reminders.fee_currency ?? invoice_defaults.default_currency;

/** A fee keeps the currency in which it was entered, whatever new invoices are in later. */
export const withFeeCurrency = (settings: Settings): ReminderSettings => {
  const { first, second, third } = settings.reminders;
  const hasFee = [first, second, third].some(({ fee }) => fee > 0);
  return hasFee ? { ...settings.reminders, fee_currency: feeCurrencyOf(settings) } : settings.reminders;
};

/** The first day of the half-year of a day: from then on another base rate may hold. */
export const halfYearOf = (day: string): string => `${day.slice(0, 4)}-${day.slice(5, 7) < '07' ? '01' : '07'}-01`;
