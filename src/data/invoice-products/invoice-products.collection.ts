import { defineCollection } from '#data/core/define-collection.ts';
import { productSchema } from '#domain/products/product.ts';

export const invoiceProducts = defineCollection({
  name: 'invoice_products',
  schema: productSchema,
  indexes: [],
  groups: [['unit_price', 'currency', 'unit', 'tax_rate']],
});
