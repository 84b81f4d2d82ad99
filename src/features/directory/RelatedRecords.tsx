import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { mayView } from '#domain/access/may-view.ts';
import type { DirectoryName } from '#domain/directories.ts';
import { referringTo } from '#domain/registry.ts';
import { Section } from '#ui/Section.tsx';
import { RecentExpenses } from '#widgets/RecentExpenses.tsx';
import { RecentInvoices } from '#widgets/RecentInvoices.tsx';
import { ProductUseSection } from './ProductUseSection.tsx';

/** The newest invoices and expenses in which this entry is named, as far as this person may see them. */
export function RelatedRecords({ name, id }: { name: DirectoryName; id: string }) {
  const { t } = useTranslation('entities');
  const { t: tCustomers } = useTranslation('customers');
  const { t: tVendors } = useTranslation('vendors');
  const { ctx } = useCompany();
  const fields = referringTo(name).filter(({ from }) => mayView(ctx.access, from));
  const names = (from: string, field: string) => fields.some((each) => each.from === from && each.field === field);
  return (
    <>
      {name === 'invoice_products' && mayView(ctx.access, 'invoices') && <ProductUseSection id={id} />}
      {names('invoices', 'customer_id') && (
        <Section title={t('invoices.many')} isFlush>
          <RecentInvoices customerId={id} />
        </Section>
      )}
      {names('expenses', 'vendor_id') && (
        <Section title={t('expenses.many')} isFlush>
          <RecentExpenses of={{ vendorId: id }} emptyText={tVendors('noExpenses')} />
        </Section>
      )}
      {names('expenses', 'customer_id') && (
        <Section title={t('expenses.many')} isFlush>
          <RecentExpenses of={{ customerId: id }} emptyText={tCustomers('noExpenses')} />
        </Section>
      )}
    </>
  );
}
