import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useProductCommands } from '#data/invoice-products/use-product-commands.ts';
import { useProducts } from '#data/invoice-products/use-products.ts';
import { can } from '#domain/access/access.ts';
import { sumOf, taxOnNet } from '#domain/money/money.ts';
import type { InvoiceProduct } from '#domain/products/product.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { KeyValue } from '#ui/KeyValue.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
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
  const { t } = useTranslation('products');
  const { ctx } = useCompany();
  const commands = useProductCommands();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const toggle = useCommand(commands.setProductActive);
  const setActive = async () => {
    const saved = await toggle.run({ id: product.id, isActive: !product.is_active });
    if (saved) showToast({ type: 'success', text: t(saved.is_active ? 'toast.activated' : 'toast.deactivated', { name: saved.name }) });
  };
  const remove = async () => {
    await commands.deleteProduct(product.id);
    showToast({ type: 'success', text: t('toast.deleted', { name: product.name }) });
    void navigate(LIST, { replace: true });
  };
  return (
    <>
      {can(ctx.access, 'products.delete') && (
        <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking(true)}>
          {t('action.delete')}
        </Button>
      )}
      {can(ctx.access, 'products.update') && (
        <>
          <Button variant="default" onClick={() => void setActive()} loading={toggle.isRunning}>
            {t(product.is_active ? 'action.deactivate' : 'action.activate')}
          </Button>
          <Button variant="default" component={Link} to={`${LIST}/${product.id}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
            {t('action.edit')}
          </Button>
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('delete.title', { name: product.name })}
        confirmLabel={t('delete.confirm')}
        onConfirm={remove}
        isDangerous
      >
        {t('delete.text')}
      </ConfirmDialog>
    </>
  );
}
