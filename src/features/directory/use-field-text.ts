import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useReferredDirectories } from '#data/directory/use-directory.ts';
import type { DirectoryName } from '#domain/directories.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { groupedIban } from '#domain/documents/iban.ts';
import { E_INVOICE_FORMATS } from '#domain/e-invoice/e-invoice-format.ts';
import { entityOf } from '#domain/registry.ts';
import type { Reference } from '#domain/shared/define-entity.ts';
import type { FieldKind } from '#domain/shared/directory-pages.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { addressText, deliveryText } from '#widgets/address-text.ts';
import { useUnitWord } from '#widgets/UnitInput.tsx';
import { type Entry, textOf, valueOf } from './page-props.ts';

const NONE: Readonly<Record<string, Reference>> = {};

/** A field of an entry in words, as a list and a fact show it. */
export function useFieldText(name: DirectoryName): (record: Entry, field: string, kind: FieldKind) => string {
  const { t, i18n } = useTranslation('customers');
  const { t: tFormats } = useTranslation('eInvoice');
  const format = useFormat();
  const unitWord = useUnitWord();
  const { references = NONE } = entityOf(name);
  const referred = useReferredDirectories(references);
  return useCallback(
    (record, field, kind) => {
      switch (kind) {
        case 'address':
          return addressText(record as Parameters<typeof addressText>[0], i18n.language);
        case 'delivery':
          return deliveryText(record as Customer, i18n.language);
        case 'percent':
          return format.percent(Number(valueOf(record, field)));
        case 'unit':
          return unitWord(textOf(record, field));
        case 'unit_price':
          return format.price(Number(valueOf(record, field)), textOf(record, 'currency'));
        case 'language':
          return t(`language.${textOf(record, field) === 'de' ? 'de' : 'en'}`);
        case 'days':
          return t('days', { count: Number(valueOf(record, field)) });
        case 'iban':
          return groupedIban(textOf(record, field));
        case 'e_invoice_format': {
          const format = E_INVOICE_FORMATS.find((each) => each === textOf(record, field));
          return format ? tFormats(`format.${format}`) : '';
        }
        case 'record':
          return referred[references[field]?.to ?? '']?.byId.get(textOf(record, field))?.name ?? '';
        default:
          return textOf(record, field);
      }
    },
    [t, tFormats, i18n.language, format, unitWord, references, referred],
  );
}
