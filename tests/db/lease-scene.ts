import { beforeEach } from 'vitest';
import { completeCompany, type Company } from '#domain/companies/company.ts';
import { type Customer, customerSchema } from '#domain/customers/customer.ts';
import { issuedFromLease } from '#domain/invoices/leased-issue.ts';
import { type Invoice, invoiceSchema } from '#domain/invoices/invoice.ts';
import type { NumberLease } from '#domain/numbering/number-lease.ts';
import type { Database } from '#local/db/port.ts';
import { buildersFor, testId } from '#tests/support/builders.ts';
import { withoutCompanies } from '#tests/support/empty-database.ts';
import { insertAccounts, insertMembers, type Persona, personaId } from '#tests/support/personas.ts';
import { deviceOf, type Result, upsert } from './device.ts';

export const [DEVICE, OTHER] = [testId(0xd1), testId(0xd2)];
const line = (n: number, more: object = {}) => ({
  id: testId(0x1000 + n),
  position: n,
  product_id: null,
  description: `Line ${n}`,
  unit: 'h',
  quantity: 3,
  unit_price: 33.33,
  discount_percent: 0,
  tax_rate: 19,
  tax_category: 'S',
  exemption_reason: null,
  ...more,
});

/** A company that lets numbers be taken along, anew for each test, and a device that issues with them. */
export function leaseScene(db: Database) {
  let company = '';
  let customer = '';
  let today = '';
  const device = (persona: Persona = 'accountant') => deviceOf(db, persona, company);
  const one = async (sql: string, params: unknown[] = []) => Object.values((await db.query(sql, params)).rows[0] ?? {})[0];
  const call = async (persona: Persona, sql: string, ...params: unknown[]) =>
    device(persona)
      .sql(`select ${sql} as answer`, [company, ...params])
      .then(({ rows }) => rows[0]?.['answer'])
      .catch((error: { message: string }) => error.message);
  const take = (count: number, { persona = 'accountant', at = DEVICE }: { persona?: Persona; at?: string } = {}) =>
    call(persona, 'public.take_numbers($1, $2, $3, $4)', at, 'Phone', count) as Promise<NumberLease>;
  const gaps = async () =>
    (await device('owner').sql('select series, number::int, reason from public.number_gaps($1)', [company])).rows.map(
      ({ series, number, reason }) => `${String(series)} ${String(number)} ${String(reason)}`,
    );
  const last = () => one("select last::int from private.number_counters where company_id = $1 and kind = 'invoices'", [company]);
  const setting = (path: string, value: unknown) =>
    db.query('update public.companies set settings = jsonb_set(settings, $1::text[], $2::jsonb, true) where id = $3', [
      `{${path}}`,
      JSON.stringify(value),
      company,
    ]);

  /** The draft as a device has it, and the invoice that it makes of it with a number of its own. */
  async function issuedHere(id: string, lease: NumberLease, seq: number, more: Partial<Invoice> = {}): Promise<Invoice> {
    const [c, k] = await Promise.all([
      one('select to_jsonb(d) from private.company_documents d where id = $1', [company]),
      one('select to_jsonb(c) from public.customers c where id = $1', [customer]),
    ]);
    const draft = invoiceSchema.parse({
      ...((await one('select to_jsonb(d) from private.invoice_documents d limit 1', [])) as object),
      id,
      company_id: company,
      customer_id: customer,
      status: 'draft',
      number: null,
      seller: null,
      buyer: null,
      issue_date: null,
      due_date: null,
      tax_point: null,
      leased: null,
      service_from: '2026-01-30',
      items: [line(Number.parseInt(id.slice(-4), 16) * 2), line(Number.parseInt(id.slice(-4), 16) * 2 + 1, { tax_rate: 7 })],
      ...more,
    });
    return issuedFromLease(draft, {
      company: completeCompany(c as Company),
      customer: customerSchema.parse(k) as Customer,
      lease,
      seq,
      today,
      overruled: [],
    });
  }
  const push = async (invoice: Invoice, { persona = 'accountant', rev = `${invoice.id}-1` }: { persona?: Persona; rev?: string } = {}) => {
    const [result] = await device(persona).push(upsert('invoices', invoice.id, rev, null, { ...invoice }));
    return result as Result;
  };
  beforeEach(async () => {
    await withoutCompanies(db);
    await insertAccounts(db.query);
    const build = buildersFor(db.query);
    company = (await build.company()).id;
    await insertMembers(db.query, company);
    customer = (await buildersFor(db.query, 0x40).customers({ company_id: company })).id;
    await build.invoices({ company_id: company });
    today = String(await one('select private.company_today($1)::text', [company]));
    await setting('numbers', { leases: true });
    await db.query(
      "insert into public.company_user_permissions (company_id, user_id, permission_key) values ($1, $2, 'invoices.lease_numbers')",
      [company, personaId('accountant')],
    );
  });

  return {
    company: () => company,
    customer: () => customer,
    today: () => today,
    setToday(day: string) {
      today = day;
    },
    device,
    one,
    call,
    take,
    gaps,
    last,
    setting,
    issuedHere,
    push,
  };
}
