import { useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { productDrafts, type ProductFormValues } from '#data/drafts/form-drafts.ts';
import { useProductCommands } from '#data/invoice-products/use-product-commands.ts';
import { useProducts } from '#data/invoice-products/use-products.ts';
import type { CompanySettings } from '#domain/companies/company-settings.ts';
import { type InvoiceProduct, type InvoiceProductInput, productInputSchema } from '#domain/products/product.ts';
import { inputFrom } from '#domain/shared/record.ts';
import { productDefaults } from '#domain/products/product-defaults.ts';
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

const blankProduct = (settings: CompanySettings, name: string): ProductFormValues => ({
  name,
  description: '',
  unit: 'h',
  unit_price: null,
  is_active: true,
  ...productDefaults(settings),
});
