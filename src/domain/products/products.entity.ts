import { defineEntity } from '#domain/shared/define-entity.ts';
import { productSchema } from '#domain/products/product.ts';

export const invoiceProducts = defineEntity({
  name: 'invoice_products',
  schema: productSchema,
  indexes: [],
  groups: [['unit_price', 'currency', 'unit', 'tax_rate']],
});
