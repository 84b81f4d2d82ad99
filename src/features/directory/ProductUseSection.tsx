import { useTranslation } from 'react-i18next';
import { useProductUse } from '#data/invoices/use-product-use.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import { Section } from '#ui/Section.tsx';

/** How often a product was sold lately, and what it brought in each currency. */
export function ProductUseSection({ id }: { id: string }) {
  const { t } = useTranslation('products');
  const format = useFormat();
  const use = useProductUse(id);
  const revenue = Object.entries(use?.revenue ?? {}).toSorted(([, a], [, b]) => b - a);
  const amounts = revenue.map(([currency, amount]) => format.money(amount, currency)).join(' · ');
  return (
    <Section title={t('use.title')} text={t(use?.isReading === false ? 'use.text' : 'use.reading')}>
      <KeyValue
        items={[
          { label: t('use.invoices'), value: use ? format.number(use.invoices) : '…', isAmount: true },
          { label: t('use.revenue'), value: use ? amounts || '–' : '…', isAmount: true },
          { label: t('use.last'), value: use?.lastOn ? format.day(use.lastOn) : '–' },
        ]}
      />
    </Section>
  );
}
