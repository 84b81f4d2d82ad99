import { amountToken, joined } from '#domain/search/search-text.ts';
import { defineDirectory } from '#domain/shared/define-directory.ts';
import { productInputSchema, productSchema } from './product.ts';

export const products = defineDirectory({
  name: 'invoice_products',
  schema: productSchema,
  shelf: 'master_data',
  input: productInputSchema,
  resource: 'products',
  texts: 'products',
  draft: 'product',
  page: { path: '/finance/products', isPerRecord: true },
  menu: { group: 'masterData', place: 30, icon: 'box' },
  search: {
    place: 50,
    face: (it) => ({ title: it.name, text: joined(it.description, amountToken(it.unit_price)), partnerId: null, day: it.created_at }),
  },
  pages: () => import('./products.pages.ts'),
  indexes: [],
  groups: [['unit_price', 'currency', 'unit', 'tax_rate', 'tax_category', 'exemption_reason']],
});
