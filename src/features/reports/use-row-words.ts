import { useDirectory } from '#data/directory/use-directory.ts';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import { NO_CATEGORY } from '#domain/expenses/expense-filter.ts';
import { daysOf, type Period } from '#domain/reports/period.ts';
import { taxCategoryName } from '#domain/tax/tax-category-name.ts';
import type { TaxCategory } from '#domain/tax/tax-category.ts';
import type { VatMethod } from '#domain/tax/vat-method.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { expensesBehind, invoicesBehind, paymentsBehind, salesBehindVat } from '#widgets/figures/list-links.ts';
import { useMemberName } from '#widgets/MemberName.tsx';

type Words = { readonly label: string; /** The list behind the row. */ readonly to: string | null };

type Scope = {
  /** Of the documents behind a row; null: all. */
  readonly currency: string | null;
  readonly period: Period;
  /** Receivables: the day they are of. */ readonly day: string | null;
  /** How the VAT report counts. */ readonly vatBy: VatMethod | 'mixed' | 'invoice_date';
};

/** What a row of a report is called and where it leads. */
export function useRowWords({ currency, period, day, vatBy }: Scope): (key: string) => Words {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const { ctx, company } = useCompany();
  const memberName = useMemberName();
  const [{ value: categories }, { value: vendors }, { value: customers }, { value: products }] = [
    useCategories(),
    useDirectory('vendors'),
    useDirectory('customers'),
    useDirectory('invoice_products'),
  ];
  const days = daysOf(period);
  const booked = { ...days, currency, isBooked: true };
  const numbered = { ...days, currency, isNumbered: true };
  // What was open on another day is found among all that was invoiced until then.
  const isToday = day !== null && day >= ctx.today();
  const claims = day === null ? null : isToday ? { currency, state: 'open' as const } : { currency, isNumbered: true, to: day };
  return (key) => {
    const [kind = '', id = '', category = ''] = key.split('|');
    switch (kind) {
      case 'category':
        return {
          label: categories?.find((each) => each.id === id)?.name ?? t(id === '' ? 'row.noCategory' : 'row.unknown'),
          to: expensesBehind({ ...booked, categoryId: id || NO_CATEGORY }),
        };
      case 'person':
        return { label: memberName(id), to: expensesBehind({ ...booked, createdBy: id }) };
      case 'vendor':
        return {
          label: vendors?.byId.get(id)?.name ?? t(id === '' ? 'row.noVendor' : 'row.unknown'),
          to: id === '' ? null : expensesBehind({ ...booked, vendorId: id }),
        };
      case 'customer':
        return {
          label: customers?.byId.get(id)?.name ?? t('row.unknown'),
          to: invoicesBehind({ ...(claims ?? numbered), customerId: id }),
        };
      case 'product':
        return {
          label: products?.byId.get(id)?.name ?? t(id === '' ? 'row.noProduct' : 'row.unknown'),
          to: id === '' ? null : `/finance/products/${id}`,
        };
      case 'output':
        return {
          label:
            category === '' || category === 'S'
              ? t('row.output', { rate: format.percent(Number(id)) })
              : t('row.untaxed', {
                  name: taxCategoryName(
                    category as TaxCategory,
                    format.language === 'de' ? 'de' : 'en',
                    company.settings.company_details.address.country,
                  ),
                }),
          to: vatBy === 'invoice_date' ? invoicesBehind(numbered) : salesBehindVat({ ...days, currency }, vatBy),
        };
      case 'input':
        return { label: id === '' ? t('row.inputNone') : t('row.input', { rate: format.percent(Number(id)) }), to: expensesBehind(booked) };
      case 'import':
        return { label: t('row.import', { rate: format.percent(Number(id)) }), to: expensesBehind(booked) };
      case 'foreign':
        return {
          label: t('row.foreign', {
            country: new Intl.DisplayNames([format.language], { type: 'region' }).of(id) ?? id,
            rate: format.percent(Number(category)),
          }),
          to: expensesBehind(booked),
        };
      case 'owed':
        return { label: t(`row.owed.${id as 'reverse_charge'}`), to: expensesBehind(booked) };
      case 'income':
        return { label: t('row.income'), to: invoicesBehind(numbered) };
      case 'received':
        return { label: t('row.received'), to: paymentsBehind({ ...days, currency }) };
      case 'paid':
        return { label: t('row.paid'), to: expensesBehind({ currency, isBooked: true, paidFrom: days.from, paidTo: days.to }) };
      default:
        return { label: t(`row.${kind as 'total'}`), to: null };
    }
  };
}
