import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useProductCommands } from '#data/invoice-products/use-product-commands.ts';
import { useProducts } from '#data/invoice-products/use-products.ts';
import { sumOf, taxOnNet } from '#domain/money/money.ts';
import type { InvoiceProduct } from '#domain/products/product.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { RecordActions } from '#widgets/RecordActions.tsx';
import { RecordHistory } from '#widgets/RecordHistory.tsx';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { SyncBadge } from '#widgets/SyncBadge.tsx';
import { useUnitWord } from '#widgets/UnitInput.tsx';

const LIST = '/finance/products';

export function ProductDetailPage() {
  const { t } = useTranslation('products');
  const { id = '' } = useParams();
  const { value: products } = useProducts();
  const product = products?.byId.get(id);
  if (product) return <Detail product={product} />;
  return products ? (
    <RecordMissing title={t('notFound.title')} text={t('notFound.text')} back={{ to: LIST, label: t('title.list') }} />
  ) : null;
}

function Detail({ product }: { product: InvoiceProduct }) {
  const { t } = useTranslation('products');
  const format = useFormat();
  const unitWord = useUnitWord();
  const { unit_price: net, tax_rate: rate, currency } = product;
  const price = format.price(net, currency);
  return (
    <>
      <PageHeader
        title={product.name}
        back={{ to: LIST, label: t('title.list') }}
        meta={
          <>
            <StatusBadge tone={product.is_active ? 'green' : 'gray'}>
              {t(product.is_active ? 'status.active' : 'status.inactive')}
            </StatusBadge>
            <SyncBadge collection="invoice_products" id={product.id} />
          </>
        }
        actions={<Actions product={product} />}
      />
      <Section title={t('section.facts')}>
        <KeyValue
          items={[
            {
              label: t('field.unit_price'),
              value: product.unit === '' ? price : t('perUnit', { price, unit: unitWord(product.unit) }),
            },
            { label: t('field.tax_rate'), value: format.percent(rate) },
            rate !== 0 && {
              label: t('field.gross'),
              value: format.money(sumOf([net, taxOnNet(net, rate, currency)], currency), currency),
            },
            { label: t('field.description'), value: product.description },
          ]}
        />
      </Section>
      <RecordHistory collection="invoice_products" id={product.id} />
    </>
  );
}

function Actions({ product }: { product: InvoiceProduct }) {
  const commands = useProductCommands();
  return <RecordActions kind="products" record={product} onSetActive={commands.setProductActive} onDelete={commands.deleteProduct} />;
}
