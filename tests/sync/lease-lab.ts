import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type CommandContext, newRecord } from '#data/core/command-context.ts';
import { insertRecord, removeRecord } from '#data/core/write.ts';
import { createInvoiceDraft, deleteDraft, markReadyToIssue } from '#data/invoices/invoices.commands.ts';
import type { LeaseCall } from '#data/leases/lease-call.ts';
import { takeNumbers } from '#data/leases/number-leases.commands.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { newId } from '#platform/ids/ids.ts';
import { draftInput } from '#tests/support/draft-input.ts';
import { type LabDevice, labDevice } from './lab.ts';
import { leaseCalls } from './lease-calls.ts';
import { type Server, startServer } from './server.ts';

/** Devices of a company that lets numbers be taken along, on one server for all tests of a file; each test has a company of its own. */
export function leaseLab() {
  let [server, company, today, lines]: [Server | null, string, string, number] = [null, '', '', 0];
  const owner = newId();
  const devices: LabDevice[] = [];
  const there = (): Server => {
    if (!server) throw new Error('The server is up only while tests run.');
    return server;
  };
  const one = async (sql: string, ...params: unknown[]) => (await there().db.query(sql, params)).rows[0] ?? {};
  beforeAll(async () => {
    server = await startServer();
    await server.addUser(owner);
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    company = newId();
    await there().createCompany(owner, company);
    await there().db.query(
      `update public.companies set settings = settings || jsonb_build_object('numbers', '{"leases": true}'::jsonb,
         'tax', settings -> 'tax' || '{"vat_id": "DE123456789"}', 'company_details', settings -> 'company_details' || jsonb_build_object('address',
           '{"street": "Hafenstraße", "house_number": "1", "postal_code": "20457", "city": "Hamburg", "country": "DE"}'::jsonb)) where id = $1`,
      [company],
    );
    today = String((await one('select private.company_today($1)::text as answer', company))['answer']);
  });
  afterEach(async () => {
    for (const device of devices.splice(0)) await device.close();
  });

  const ctx: CommandContext = {
    get companyId() {
      return company;
    },
    userId: owner,
    access: { userId: owner, isOwner: true, isAdmin: true, keys: new Set() },
    timezone: 'Europe/Berlin',
    now: () => new Date(),
    today: () => today,
    newId,
  };
  const call: LeaseCall = (name, args) => leaseCalls(there(), owner)(name, args);

  /** A device with the company's records, which went through everything the server had. */
  async function device(parts: Parameters<typeof labDevice>[3] = {}): Promise<LabDevice> {
    const made = await labDevice(there(), owner, company, { only: ['companies', 'customers', 'invoices'], ...parts });
    devices.push(made);
    await made.settled();
    return made;
  }

  async function customerOn({ db }: LabDevice): Promise<string> {
    const texts = {
      contact_name: '',
      email: '',
      phone: '',
      vat_id: '',
      buyer_reference: '',
      notes: '',
      customer_number: '',
      salutation: '',
      reminder_hold: null,
    };
    const place = { street: 'Kai', house_number: '2', postal_code: '24103', city: 'Kiel', country: 'DE' };
    const delivery = {
      delivery_name: '',
      delivery_street: '',
      delivery_house_number: '',
      delivery_postal_code: '',
      delivery_city: '',
      delivery_country: '',
    };
    const invoicing = { language: 'de', currency: 'EUR', payment_terms_days: 14, e_invoice_format: null } as const;
    const more = { is_active: true, e_address: null, e_address_scheme: null };
    return (
      await insertRecord(db, 'customers', { ...newRecord(ctx), ...texts, ...place, ...delivery, ...invoicing, ...more, name: 'Kunde' })
    ).id;
  }

  async function draftOn({ db }: LabDevice, customer_id: string): Promise<Invoice> {
    lines += 1;
    const input = draftInput({ lineId: newId(), today, customer_id, description: `Fahrt ${lines}`, quantity: (lines % 7) + 1 });
    return createInvoiceDraft(db, { id: newId(), input }, ctx);
  }

  /** Without a connection, as this device's person sees it: a new draft, or the one with this id. */
  async function issued(on: LabDevice, customer: string, draft?: string): Promise<Invoice> {
    const seen = draft ? await invoiceOn(on, draft) : await draftOn(on, customer);
    return markReadyToIssue(on.db, { seen, overruled: [], isOffline: true }, ctx);
  }
  const invoiceOn = async (on: LabDevice, id: string): Promise<Invoice> => {
    const found = (await on.all('invoices')).find((each) => each.id === id);
    if (!found) throw new Error(`${id} is not on this device`);
    return found as Invoice;
  };

  return {
    server: there,
    company: () => company,
    today: () => today,
    ctx,
    call,
    device,
    customerOn,
    draftOn,
    invoiceOn,
    issued,
    deleteOn: ({ db }: LabDevice, id: string) => deleteDraft(db, id, ctx),
    deleteCustomerOn: ({ db }: LabDevice, id: string) => removeRecord(db, 'customers', id),
    take: ({ db }: LabDevice, count: number) => takeNumbers(db, call, { count, deviceName: 'Test' }, ctx),
    /** The numbered documents that the server has, in the order of their numbers. */
    onServer: async () =>
      (
        await there().db.query(
          'select id, number, status, gross_total::float8 as gross from public.invoices where company_id = $1 and number is not null order by number',
          [company],
        )
      ).rows,
    /** The places of the counter that no document has, with their reasons. */
    missing: async () =>
      (
        await there().db.query(
          `select place, r.reason from private.number_counters c cross join generate_series(1, c.last) place
           left join private.number_gap_reasons r on r.company_id = c.company_id and r.series = c.kind and r.year = c.year and r.number = place
           where c.company_id = $1 and c.kind = 'invoices'
             and not exists (select from public.invoices i where i.company_id = c.company_id and i.number_year = c.year and i.number_seq = place)`,
          [company],
        )
      ).rows,
  };
}
