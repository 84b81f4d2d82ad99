import { defineEntity } from '#domain/shared/define-entity.ts';
import { customerSchema } from '#domain/customers/customer.ts';

export const customers = defineEntity({
  name: 'customers',
  schema: customerSchema,
  indexes: [],
  groups: [['street', 'house_number', 'postal_code', 'city', 'country']],
});
