import { addressWords, digits, joined } from '#domain/search/search-text.ts';
import { defineDirectory } from '#domain/shared/define-directory.ts';
import { customerInputSchema, customerSchema } from './customer.ts';

export const customers = defineDirectory({
  name: 'customers',
  schema: customerSchema,
  shelf: 'master_data',
  input: customerInputSchema,
  resource: 'customers',
  texts: 'customers',
  unique: ['customer_number'],
  draft: 'customer',
  page: { path: '/finance/customers', isPerRecord: true },
  menu: { group: 'masterData', place: 20, icon: 'users' },
  search: {
    place: 10,
    face: (it) => ({
      title: it.name,
      text: joined(
        it.customer_number ?? '',
        it.contact_name,
        it.email,
        it.phone,
        digits(it.phone),
        it.vat_id,
        it.buyer_reference,
        it.notes,
        addressWords(it),
      ),
      partnerId: null,
      day: it.created_at,
    }),
  },
  pages: () => import('./customers.pages.ts'),
  indexes: [],
  groups: [
    ['street', 'house_number', 'postal_code', 'city', 'country'],
    ['e_address', 'e_address_scheme'],
    ['delivery_name', 'delivery_street', 'delivery_house_number', 'delivery_postal_code', 'delivery_city', 'delivery_country'],
  ],
});
