import { useTranslation } from 'react-i18next';
import type { KeptRecord } from '#data/activity/activity-records.ts';
import { entityNamed } from '#domain/registry.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useRecordWords } from './use-record-words.ts';

export type KeptField = { readonly label: string; readonly value: string };
export type KeptLine = { readonly id: string; readonly text: string; readonly figures: string };

/** The machine's own: identity, version, where bytes lie; and what follows from the number or the lines. */
const SILENT = new Set([
  'id',
  'company_id',
  'user_id',
  'rev',
  'updated_at',
  'path',
  'number_year',
  'number_seq',
  'tax_breakdown',
  'items',
  '_shortened',
]);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The leaves of a record by their path, in the order in which its entity describes them. */
function leaves(record: Fields, order: readonly string[], prefix = ''): [string, unknown][] {
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(record)
    .filter(([name]) => prefix !== '' || !SILENT.has(name))
    .sort(([a], [b]) => place(a) - place(b))
    .flatMap(([name, value]): [string, unknown][] =>
      isFields(value) ? leaves(value, order, `${prefix}${name}.`) : [[`${prefix}${name}`, value]],
    );
}

/** A kept record in words: every field that was filled in, and the lines of a document. */
export function useKeptFields() {
  const { t } = useTranslation('history');
  const format = useFormat();
  const words = useRecordWords();

  const fieldsOf = (collection: string, { content, record }: KeptRecord): KeptField[] => {
    const currency = textOf(record['currency']);
    const shown = (name: string, value: unknown) => words.words(collection, name, value, currency);
    const order = Object.keys(entityNamed(collection)?.schema.shape ?? {});
    if (content === 'changes')
      return Object.entries(record)
        .filter(([name]) => !SILENT.has(name))
        .map(([name, change]) => {
          const [from, to] = (Array.isArray(change) ? change : []).map((value) => shown(name, value) ?? t('none'));
          return { label: words.field(collection, name), value: t('change', { from: from ?? t('none'), to: to ?? t('none') }) };
        });
    return leaves(record, order).flatMap(([name, value]) => {
      const isEmpty = Array.isArray(value) && value.length === 0;
      const text = isEmpty ? null : shown(name, value);
      return text === null ? [] : [{ label: words.field(collection, name), value: text }];
    });
  };

  const linesOf = ({ record }: KeptRecord): KeptLine[] => {
    const items = Array.isArray(record['items']) ? record['items'].filter(isFields) : [];
    const currency = textOf(record['currency']);
    return items.map((item) => {
      const quantity = [format.number(Number(item['quantity'])), textOf(item['unit'])].filter(Boolean).join(' ');
      const discount = Number(item['discount_percent'] ?? 0);
      const figures = [
        t('record.line', { quantity, price: format.price(Number(item['unit_price']), currency) }),
        ...(discount === 0 ? [] : [t('record.lineDiscount', { discount: format.percent(discount) })]),
        t('record.lineTax', { rate: format.percent(Number(item['tax_rate'])) }),
      ];
      return { id: textOf(item['id']), text: textOf(item['description']), figures: figures.join(' · ') };
    });
  };

  const shortenedOf = (collection: string, { record }: KeptRecord): string =>
    (Array.isArray(record['_shortened']) ? record['_shortened'] : []).map((name) => words.field(collection, String(name))).join(', ');

  return { fieldsOf, linesOf, shortenedOf };
}
