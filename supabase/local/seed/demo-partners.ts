import type { Query } from '#local/db/port.ts';
import { currencyWith, type DemoCompany } from './demo-company.ts';
import { languageFor } from './demo-texts.ts';
import { insertRows } from './insert-rows.ts';
import type { SeededRandom } from './seeded-random.ts';

const POSTAL_CODES: Readonly<Record<string, (places: SeededRandom) => string>> = {
  GB: (places) => `BS${Math.ceil(places.between(0, 9))} 4XY`,
  DK: (places) => String(Math.floor(places.between(1_000, 9_900))),
  SE: (places) => `4${Math.floor(places.between(11, 99))} ${Math.floor(places.between(10, 99))}`,
  DE: (places) => String(Math.floor(places.between(10_000, 99_000))),
};
const AREA_CODES: Readonly<Record<string, string>> = { GB: '+44 117 555', DK: '+45 3355', SE: '+46 31 555', DE: '+49 40 5550' };

/** `Reederei Kappeln & Töchter` → `reederei-kappeln`. */
function domainOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9 -]/g, '');
  return plain.split(/[ -]+/).filter(Boolean).slice(0, 2).join('-');
}

/** All rows of an insert have the same columns. */
const AGREED = {
  salutation: null,
  buyer_reference: '',
  e_invoice_format: null,
  delivery_name: null,
  delivery_street: null,
  delivery_house_number: null,
  delivery_postal_code: null,
  delivery_city: null,
} as const;

function customerRows(company: DemoCompany, places: SeededRandom) {
  return company.customers.map(([name, city, contact_name, { country = company.country, vat_id = '', ...agreed } = {}], i) => {
    const mailbox = country === 'DE' ? 'buchhaltung' : 'accounts';
    return {
      name,
      city,
      contact_name,
      email: `${mailbox}@${domainOf(name)}.example`,
      phone: `${AREA_CODES[country] ?? ''} ${1200 + 37 * i}`,
      language: languageFor(company, name),
      currency: currencyWith(company, name),
      street: places.pick(company.streets),
      house_number: String(Math.ceil(places.between(0, 90))),
      postal_code: POSTAL_CODES[country]?.(places) ?? '',
      vat_id,
      country,
      customer_number: `${company.country === 'DE' ? 'K' : 'C'}-${1001 + i}`,
      ...AGREED,
      ...agreed,
    };
  });
}

/** Vendors, customers and products, with their ids by name. */
export async function insertPartners(query: Query, company: DemoCompany, random: SeededRandom, at: Date): Promise<Map<string, string>> {
  const common = () => ({ id: random.uuid(at), company_id: company.id, created_at: at.toISOString() });
  const vendors = company.vendors.map(([name, city, email = '']) => ({ ...common(), name, city, email, country: company.country }));
  const customers = customerRows(company, random).map((customer) => ({ ...common(), ...customer }));
  const products = company.products.map(([name, unit, unit_price, tax_rate]) => ({
    ...common(),
    name,
    unit,
    unit_price,
    tax_rate,
    currency: company.currency,
  }));
  await insertRows(query, 'vendors', vendors);
  await insertRows(query, 'customers', customers);
  await insertRows(query, 'invoice_products', products);
  return new Map([...vendors, ...products, ...customers].map(({ name, id }) => [name, id]));
}

/** The categories of a new company and the company's own; their ids by name. */
export async function insertCategories(query: Query, { id, country, categories }: DemoCompany): Promise<Map<string, string>> {
  await query('select private.add_default_categories($1, $2)', [id, country]);
  await insertRows(
    query,
    'expense_categories',
    categories.map((category, i) => ({ ...category, company_id: id, sort_order: 131 + i })),
  );
  const { rows } = await query('select name, id from public.expense_categories where company_id = $1', [id]);
  return new Map(rows.map((row) => [String(row['name']), String(row['id'])]));
}
