import { defineEntity } from '#domain/shared/define-entity.ts';
import { vendorSchema } from '#domain/vendors/vendor.ts';

export const vendors = defineEntity({
  name: 'vendors',
  schema: vendorSchema,
  indexes: [],
  groups: [['street', 'house_number', 'postal_code', 'city', 'country']],
});
