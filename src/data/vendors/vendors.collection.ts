import { defineCollection } from '#data/core/define-collection.ts';
import { vendorSchema } from '#domain/vendors/vendor.ts';

export const vendors = defineCollection({
  name: 'vendors',
  schema: vendorSchema,
  indexes: [],
  groups: [['street', 'house_number', 'postal_code', 'city', 'country']],
});
