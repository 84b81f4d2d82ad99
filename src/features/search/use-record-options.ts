import { useDirectory } from '#data/directory/use-directory.ts';
import { useTranslation } from 'react-i18next';
import type { SearchHit } from '#data/search/live-search.ts';
import { entityOf } from '#domain/registry.ts';
import { recurringExpenseTitle } from '#domain/recurring-expenses/recurring-expense-title.ts';
import { recurringInvoiceTitle } from '#domain/recurring-invoices/recurring-invoice-title.ts';
import { ENTITY_ICONS } from '#ui/entity-icons.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import type { Face, PaletteOption } from './palette-option.ts';

/** What most records have of these. */
type Named = { readonly name?: string; readonly city?: string; readonly email?: string; readonly description?: string };

/** How a record stands in the list of what was found. */
export function useRecordOption(): (hit: SearchHit) => PaletteOption {
  const faceOf = useFaceOf();
  return (hit) => {
    const { menu, page } = entityOf(hit.kind);
    const ref = { kind: hit.kind, id: hit.record.id };
    return {
      key: `${hit.kind} ${ref.id}`,
      icon: ENTITY_ICONS[menu?.icon ?? 'box'],
      ...faceOf(hit),
      action: 'open',
      path: `${page?.path ?? ''}/${ref.id}`,
      ref,
    };
  };
}

function useFaceOf(): (hit: SearchHit) => Omit<Face, 'key' | 'icon'> {
  const { t } = useTranslation('search');
  const format = useFormat();
  const { value: customers } = useDirectory('customers');
  const { value: vendors } = useDirectory('vendors');
  const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');
  return (hit) => {
    switch (hit.kind) {
      case 'invoice_products':
        return {
          title: hit.record.name,
          detail: hit.record.description.split('\n')[0] ?? '',
          end: format.price(hit.record.unit_price, hit.record.currency),
        };
      case 'invoices': {
        const { number, buyer, customer_id: customerId, issue_date: day, gross_total: gross, currency } = hit.record;
        const name = buyer?.name ?? customers?.byId.get(customerId ?? '')?.name;
        return { title: number ?? t('draft'), detail: joined(name, day && format.day(day)), end: format.money(gross, currency) };
      }
      case 'expenses': {
        const { description, number, vendor_id: vendorId, expense_date: day, amount, currency } = hit.record;
        const vendor = vendors?.byId.get(vendorId ?? '')?.name;
        const title = vendor ?? (description || number || t('expense'));
        return { title, detail: joined(vendor && description, number, format.day(day)), end: format.money(amount, currency) };
      }
      case 'recurring_invoices': {
        const name = customers?.byId.get(hit.record.customer_id)?.name;
        const title = recurringInvoiceTitle(hit.record, name) ?? t('series');
        return { title, detail: joined(title === name ? '' : name) };
      }
      case 'recurring_expenses': {
        const { vendor_id: vendorId, description, amount, currency } = hit.record;
        const vendor = vendors?.byId.get(vendorId ?? '')?.name;
        const title = recurringExpenseTitle(hit.record, vendor) ?? t('series');
        return { title, detail: joined(vendor && description), end: format.money(amount, currency) };
      }
      default: {
        const { name = '', city, email, description } = hit.record as Named;
        return { title: name, detail: joined(city, email, description?.split('\n')[0]) };
      }
    }
  };
}
