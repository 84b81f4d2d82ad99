import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { productDrafts, type ProductFormValues } from '#data/drafts/form-drafts.ts';
import { useProductCommands } from '#data/invoice-products/use-product-commands.ts';
import { useProducts } from '#data/invoice-products/use-products.ts';
import type { CompanySettings } from '#domain/companies/company-settings.ts';
import type { InvoiceProduct, InvoiceProductInput } from '#domain/products/product.ts';
import { taxRatesFor } from '#domain/tax/tax-rates.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { showToast } from '#ui/toast.ts';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { WithDraft } from '#widgets/WithDraft.tsx';
import { ProductForm } from './ProductForm.tsx';

const LIST = '/finance/products';

/** Create Product without an id in the address, Edit Product with one. */
export function ProductEditPage() {
  const { id } = useParams();
  return id === undefined ? <CreateProduct /> : <EditProduct key={id} id={id} />;
}

function CreateProduct() {
  const { t } = useTranslation('products');
  const { company } = useCompany();
  const [params] = useSearchParams();
  const { createProduct } = useProductCommands();
  const navigate = useNavigate();
  const create = async (input: InvoiceProductInput) => {
    const product = await createProduct(input);
    showToast({ type: 'success', text: t('toast.created', { name: product.name }) });
    void navigate(`${LIST}/${product.id}`, { replace: true });
  };
  return (
    <>
      <PageHeader title={t('title.create')} back={{ to: LIST, label: t('title.list') }} />
      <WithDraft shelf={productDrafts} fresh={() => blank(company.settings, params.get('name') ?? '')} isFresh={params.has('name')}>
        {(drafted) => <ProductForm drafted={drafted} saveLabel={t('action.create')} cancelTo={LIST} onSave={create} />}
      </WithDraft>
    </>
  );
}

function EditProduct({ id }: { id: string }) {
  const { t } = useTranslation('products');
  const { value: products } = useProducts();
  const product = products?.byId.get(id);
  const back = { to: LIST, label: t('title.list') };
  if (products && !product) return <RecordMissing title={t('notFound.title')} text={t('notFound.text')} back={back} />;
  return (
    <>
      <PageHeader title={t('title.edit')} back={product ? { to: `${LIST}/${id}`, label: product.name } : back} />
      {product && <OpenedProduct product={product} />}
    </>
  );
}

function OpenedProduct({ product }: { product: InvoiceProduct }) {
  const { t } = useTranslation('products');
  const { editProduct } = useProductCommands();
  const navigate = useNavigate();
  const save = async (input: InvoiceProductInput, { unit_price: price, ...start }: ProductFormValues) => {
    const saved = await editProduct({ id: product.id, input, opened: { ...start, unit_price: price ?? 0 } });
    showToast({ type: 'success', text: t('toast.changed', { name: saved.name }) });
    void navigate(`${LIST}/${product.id}`, { replace: true });
  };
  return (
    <WithDraft shelf={productDrafts} recordId={product.id} fresh={() => inputOf(product)}>
      {(drafted) => <ProductForm drafted={drafted} saveLabel={t('action.save')} cancelTo={`${LIST}/${product.id}`} onSave={save} />}
    </WithDraft>
  );
}

function blank({ company_details: details, invoice_defaults: defaults, tax }: CompanySettings, name: string): ProductFormValues {
  const standard = taxRatesFor(details.address.country).own[0] ?? 0;
  return {
    name,
    description: '',
    unit: 'h',
    unit_price: null,
    tax_rate: tax.small_business ? 0 : standard,
    currency: defaults.default_currency,
    is_active: true,
  };
}

function inputOf({
  id: _id,
  company_id: _company,
  created_at: _created,
  updated_at: _updated,
  rev: _rev,
  ...input
}: InvoiceProduct): InvoiceProductInput {
  return input;
}
