import { addressWords, digits, joined } from '#domain/search/search-text.ts';
import { defineDirectory } from '#domain/shared/define-directory.ts';
import { vendorInputSchema, vendorSchema } from './vendor.ts';

export const vendors = defineDirectory({
  name: 'vendors',
  schema: vendorSchema,
  shelf: 'master_data',
  input: vendorInputSchema,
  resource: 'vendors',
  texts: 'vendors',
  draft: 'vendor',
  page: { path: '/finance/vendors', isPerRecord: true },
  menu: { group: 'masterData', place: 10, icon: 'store' },
  search: {
    place: 40,
    face: (it) => ({
      title: it.name,
      text: joined(it.email, it.phone, digits(it.phone), it.vat_id, it.notes, addressWords(it)),
      partnerId: null,
      day: it.created_at,
    }),
  },
  pages: () => import('./vendors.pages.ts'),
  indexes: [],
  groups: [['street', 'house_number', 'postal_code', 'city', 'country']],
});
