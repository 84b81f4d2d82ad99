import { useDirectory } from '#data/directory/use-directory.ts';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecurringInvoices } from '#data/recurring-invoices/use-recurring-invoices.ts';
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts';
import { recurringInvoiceTitle } from '#domain/recurring-invoices/recurring-invoice-title.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import type { DataTableColumn } from '#ui/data-table-props.ts';
import { RecurringList, type SeriesWords } from '#widgets/recurring/RecurringList.tsx';

export function RecurringInvoiceListPage() {
  const { t } = useTranslation('recurring');
  const { value: items, error } = useRecurringInvoices();
  const { value: customers } = useDirectory('customers');
  const wordsOf = useCallback(
    (item: RecurringInvoice): SeriesWords => {
      const customer = customers?.byId.get(item.customer_id)?.name;
      const title = recurringInvoiceTitle(item, customer);
      const partner = customer ?? '';
      return {
        title,
        name: item.name || partner,
        searched: [item.name, partner, item.reference, ...item.items.map(({ description }) => description)].join(' '),
        what: title ?? '',
        partner,
        amount: invoiceTotals(item.items, { currency: item.currency, taxMode: item.tax_mode }).gross_total,
      };
    },
    [customers],
  );
  const column = useMemo<DataTableColumn<RecurringInvoice>>(
    () => ({
      key: 'partner',
      isSortable: true,
      header: t('column.customer'),
      width: 'minmax(9rem, 2fr)',
      phone: 'hidden',
      cell: (item) => wordsOf(item).partner || t('noCustomer'),
    }),
    [t, wordsOf],
  );
  return <RecurringList kind="invoices" items={customers && items} error={error} wordsOf={wordsOf} column={column} />;
}
