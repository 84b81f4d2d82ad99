import { defineCollection } from '#data/core/define-collection.ts';
import { customerSchema } from '#domain/customers/customer.ts';

export const customers = defineCollection({
  name: 'customers',
  schema: customerSchema,
  indexes: [],
  groups: [['street', 'house_number', 'postal_code', 'city', 'country']],
});
