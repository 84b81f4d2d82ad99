import { useReferredDirectories } from '#data/directory/use-directory.ts';
import { useTranslation } from 'react-i18next';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import { type CollectionName, REFERENCES } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useWarningText } from './document/use-warning-text.ts';
import { useExchangeWords } from './exchange/use-exchange-words.ts';
import { useTaxLineWords } from './expense/use-tax-line-words.ts';
import { choiceKeys, fieldKeys } from './field-keys.ts';
import { useMemberName } from './MemberName.tsx';

type Fields = Readonly<Record<string, unknown>>;
/** Records, fields and values in words: nobody decides about ids. */
export function useRecordWords() {
  const { t, i18n } = useTranslation('sync');
  const { t: tCommon } = useTranslation();
  const { t: tHistory } = useTranslation('history');
  const format = useFormat();
  const directories = useReferredDirectories();
  const { vendors, customers } = directories;
  const { value: categories } = useCategories();
  const memberName = useMemberName();
  const warningText = useWarningText();
  const taxLine = useTaxLineWords();
  const exchange = useExchangeWords();

  const label = (collection: CollectionName, record: SyncedRecord | null): string => {
    const fields = record as Fields | null;
    if (!fields) return t('record.unnamed');
    if (collection === 'invoices') {
      const who = customers?.byId.get(text(fields['customer_id']))?.name ?? text((fields['buyer'] as Fields | null)?.['name']);
      return [text(fields['number']), who, format.money(Number(fields['gross_total']), text(fields['currency']))]
        .filter(Boolean)
        .join(' · ');
    }
    if (collection === 'payments')
      return `${format.day(text(fields['payment_date']))} · ${format.money(Number(fields['amount']), text(fields['currency']))}`;
    if (collection === 'recurring_invoices') {
      const who = customers?.byId.get(text(fields['customer_id']))?.name;
      return [text(fields['name']), who].filter(Boolean).join(' · ') || t('record.unnamed');
    }
    if (collection !== 'expenses' && collection !== 'recurring_expenses')
      return text(fields['name']) || text(fields['display_name']) || t('record.unnamed');
    const vendor = vendors?.byId.get(text(fields['vendor_id']))?.name;
    const what = vendor ?? (text(fields['description']) || text(fields['number']));
    return [what, format.money(Number(fields['amount']), text(fields['currency']))].filter(Boolean).join(' · ');
  };
  const field = (collection: string, name: string): string => {
    const { keys, title } = fieldKeys(collection, name);
    const named = firstText(keys) ?? name.replaceAll(/[._]/g, ' ');
    return title ? `${i18n.t(title as 'settings:title.invoice')} · ${named}` : named;
  };
  const firstText = (keys: readonly string[]): string | null => {
    const key = keys.find((each) => i18n.exists(each));
    return key === undefined ? null : i18n.t(key as 'expenses:field.amount');
  };
  const reference = (name: string, id: string): string | undefined => {
    if (name.endsWith('_by')) return memberName(id);
    const to = REFERENCES[name]?.to ?? '';
    return to === 'expense_categories' ? categories?.find((category) => category.id === id)?.name : directories[to]?.byId.get(id)?.name;
  };
  /** A value of a field on its own; null when there is none. Money needs its currency, or is a bare number. */
  const words = (collection: string, name: string, given: unknown, currency = ''): string | null => {
    if (given === null || given === undefined || given === '') return null;
    if (typeof given === 'boolean') return tCommon(given ? 'state.yes' : 'state.no');
    if (MONEY.has(name)) return currency ? format.money(Number(given), currency) : format.number(Number(given), 2);
    if (name === 'tax_rate') return format.percent(Number(given));
    if (name === 'overruled_warnings' && Array.isArray(given)) return given.map((code) => warningText(text(code))).join(' ');
    if (name === 'tax_lines' && Array.isArray(given))
      return given.map((line) => taxLine.words(line, currency) ?? t('record.unnamed')).join('\n') || null;
    if (name === 'exchange') return exchange.words(given);
    if (name === 'seller' || name === 'buyer') return partyText(given as Fields);
    if (Array.isArray(given))
      return tHistory(`count.${name}` as 'count.items', { count: given.length, defaultValue: format.number(given.length) });
    const choice = typeof given === 'string' && firstText(choiceKeys(collection, name, given));
    if (choice) return choice;
    if (name === 'generation_error') return failureText(text(given));
    if (/(^|\.)country$/.test(name)) return countryName(text(given), i18n.language);
    if (name.endsWith('_id') || name.endsWith('_by')) return reference(name, text(given)) ?? t('record.gone');
    if (name.endsWith('_at')) return format.instant(text(given));
    if (/_(date|on|from|to|generation|generated|period)$/.test(name)) return format.day(text(given));
    if (typeof given === 'number') return format.number(given);
    return typeof given === 'string' ? given : '…';
  };
  /** Why a period was not generated: a key, or `key:details`. */
  const failureText = (given: string): string =>
    given.startsWith('cannot_issue')
      ? i18n.t('recurring:generationError.reason.draft')
      : given === 'unknown_timezone'
        ? i18n.t('recurring:generationError.reason.timezone')
        : i18n.t('recurring:generationError.reason.other', { code: given });
  const value = (collection: string, name: string, record: SyncedRecord | null): string | null =>
    words(collection, name, valueAt(record, name), text((record as Fields | null)?.['currency']));
  return { label, field, value, words };
}

const MONEY = new Set(['amount', 'tax_amount', 'unit_price', 'net_total', 'tax_total', 'gross_total', 'paid_total']);

const countryName = (code: string, language: string): string =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code) : code;
/** Who a document names, in a line: what tells one party from another. */
const partyText = ({ name, street, house_number, postal_code, city, vat_id }: Fields): string =>
  [text(name), `${text(street)} ${text(house_number)}`, `${text(postal_code)} ${text(city)}`, text(vat_id)]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The value of a field; a leaf of a nested object is named with dots. */
export function valueAt(record: SyncedRecord | null, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((inner, part) => (typeof inner === 'object' && inner !== null ? (inner as Fields)[part] : undefined), record);
}
