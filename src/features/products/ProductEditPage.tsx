import { useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { productDrafts, type ProductFormValues } from '#data/drafts/form-drafts.ts';
import { useProductCommands } from '#data/invoice-products/use-product-commands.ts';
import { useProducts } from '#data/invoice-products/use-products.ts';
import type { CompanySettings } from '#domain/companies/company-settings.ts';
import { type InvoiceProduct, type InvoiceProductInput, productInputSchema } from '#domain/products/product.ts';
import { inputFrom } from '#domain/shared/record.ts';
import { taxRatesFor } from '#domain/tax/tax-rates.ts';
import { DirectoryEditPage } from '#widgets/DirectoryEditPage.tsx';
import { ProductForm } from './ProductForm.tsx';

/** Create Product without an id in the address (`?name=` names it), Edit Product with one. */
export function ProductEditPage() {
  const { company } = useCompany();
  const [params] = useSearchParams();
  const { value: products } = useProducts();
  const { createProduct, editProduct } = useProductCommands();
  return (
    <DirectoryEditPage
      namespace="products"
      list="/finance/products"
      find={products && ((id) => products.byId.get(id))}
      shelf={productDrafts}
      blank={() => blankProduct(company.settings, params.get('name') ?? '')}
      isFresh={params.has('name')}
      valuesOf={(product: InvoiceProduct) => inputFrom(productInputSchema, product)}
      create={(values) => createProduct(priced(values))}
      edit={({ id, input, opened }) => editProduct({ id, input: priced(input), opened: priced(opened) })}
      form={ProductForm}
    />
  );
}

const priced = (values: ProductFormValues): InvoiceProductInput => ({ ...values, unit_price: values.unit_price ?? 0 });

function blankProduct({ company_details: details, invoice_defaults: defaults, tax }: CompanySettings, name: string): ProductFormValues {
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
