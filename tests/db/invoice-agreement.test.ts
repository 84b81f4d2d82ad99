import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { PRESETS } from '#domain/access/presets.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { INVOICE_STATUSES } from '#domain/invoices/invoice.ts';
import { cancelRefusal, invoiceDeleteRefusal, invoiceEditRefusal, issueRefusal, sendRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import { unprintableIn } from '#domain/documents/printed-characters.ts';
import { issueProblems } from '#domain/invoices/issue-problems.ts';
import { formatInvoiceNumber, invoiceNumberFormatProblem } from '#domain/numbering/number-format.ts';
import { issueWarnings } from '#domain/invoices/issue-warnings.ts';
import { TAX_CATEGORIES } from '#domain/tax/tax-category.ts';
import { TAX_MODES } from '#domain/tax/tax-mode.ts';
import { ABLE_TO_INVOICE, testId } from '#tests/support/builders.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { MEMBERS, type Member, personaId } from '#tests/support/personas.ts';
import { inWorld, OURS, type World } from './world.ts';

const db = await openTestDatabase(oneEngine());
afterAll(() => db.close());

const access = (who: Member) => ({
  userId: personaId(who),
  isOwner: PRESETS[who].isOwner,
  isAdmin: PRESETS[who].isAdmin,
  keys: new Set<string>(PRESETS[who].keys),
});

const ACTIONS = {
  edit: { refusal: invoiceEditRefusal, sql: "update public.invoices set reference = 'Changed'" },
  issue: { refusal: issueRefusal, sql: "update public.invoices set status = 'ready_to_issue'" },
  cancel: { refusal: cancelRefusal, sql: "update public.invoices set status = 'cancelled'" },
  send: { refusal: sendRefusal, sql: "update public.invoices set delivery = 'sent'" },
  delete: { refusal: invoiceDeleteRefusal, sql: 'delete from public.invoices' },
} as const;

/** One invoice per state: draft, issued, cancelled, and a cancellation. */
async function subjects(world: World) {
  const own = { company_id: OURS };
  const draft = await world.build.invoices(own);
  await world.build.invoice_items({ ...own, invoice_id: draft.id });
  const issued = await world.build.issued(own);
  const cancelled = await world.build.issued(own);
  await world.query("update public.invoices set status = 'cancelled' where id = $1", [cancelled.id]);
  const { rows } = await world.query('select id, status, document_type from public.invoices where id = any ($1) or cancels_id = $2', [
    [draft.id, issued.id, cancelled.id],
    cancelled.id,
  ]);
  return rows.map(({ id, status, document_type }) => ({
    id: String(id),
    status: INVOICE_STATUSES.find((known) => known === status) ?? 'draft',
    document_type: (['cancellation', 'correction'] as const).find((kind) => kind === document_type) ?? ('invoice' as const),
    currency: 'EUR',
    tax_breakdown: [],
    tax_mode: 'standard' as const,
  }));
}

test('SQL and the domain agree on what every member may do with an invoice in every state', async () => {
  const { sql, domain } = await inWorld(db, async (world) => {
    const answers: { sql: string[]; domain: string[] } = { sql: [], domain: [] };
    for (const subject of await subjects(world)) {
      for (const who of MEMBERS) {
        for (const [action, { refusal, sql: text }] of Object.entries(ACTIONS)) {
          // The server lets a draft be marked as sent: the device may have sent what is issued a moment later.
          if (action === 'send' && subject.status === 'draft') continue;
          // Staying in a state is no step.
          if (action === 'cancel' && subject.status === 'cancelled') continue;
          const name = `${who} ${action} ${subject.document_type} ${subject.status}`;
          const outcome = await world.as(who, `${text} where id = $1`, [subject.id]);
          answers.sql.push(`${name}: ${outcome.count === 1 ? 'yes' : 'no'}`);
          answers.domain.push(`${name}: ${refusal(subject, access(who)) === null ? 'yes' : 'no'}`);
        }
      }
    }
    return answers;
  });
  expect(sql.length).toBe(90);
  expect(sql).toEqual(domain);
});

/** Mostly given: with everything missing at once nothing would be told apart. */
const blankOr = (value: string) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constantFrom('', ' ') });
const situation = fc.record({
  street: blankOr('Elbweg'),
  postal_code: blankOr('22767'),
  city: blankOr('Hamburg'),
  tax_number: blankOr('41/1'),
  vat_id: blankOr('DE1'),
  country: fc.constantFrom('DE', 'DE', 'AT', 'GB', 'US'),
  customer: fc.option(
    fc.record({
      street: blankOr('Kai'),
      postal_code: blankOr('1'),
      city: blankOr('Kiel'),
      country: fc.constantFrom('DE', 'DE', 'DK', 'AT', ''),
      vat_id: blankOr('DK1').chain((id) => fc.constantFrom(id, id, 'DE136695976', 'de 136.695-977', 'ATU12345678', 'XX1', 'FRXX999999999')),
    }),
  ),
  /** What stands in the footer, as the buyer's contact, in the notes. */
  letters: fc.tuple(...[0, 1, 2].map(() => fc.constantFrom('', '', '', '', '', '', 'Łódź', 'ﬁ', 'Nguye\u0302\u0303n', 'Zoe\u0308', '10⁴'))),
  tax_mode: fc.constantFrom(...TAX_MODES),
  service: fc.constantFrom(
    [null, null],
    ['2026-01-30', null],
    ['2026-01-01', '2026-01-31'],
    ['2026-02-01', '2026-01-31'],
    ['2020-06-01', '2020-07-01'],
  ),
  items: fc.array(
    fc.record({
      description: blankOr('Work').chain((text) => fc.constantFrom(text, text, text, text, text, '東京 🛠')),
      quantity: fc.constantFrom(1, 2, 0),
      unit_price: fc.constantFrom(1, 120, 210, 250, 400, -50),
      tax_rate: fc.constantFrom(0, 0, 19, 16, 7, 20, 99),
      tax_category: fc.option(fc.constantFrom('S' as const, 'S' as const, ...TAX_CATEGORIES)),
      exemption_reason: fc.option(blankOr('§ 4 Nr. 21 UStG')),
    }),
    { maxLength: 3 },
  ),
});

test('SQL and the domain name the same things that miss or are doubted before an invoice can be issued', async () => {
  const samples = fc.sample(situation, { numRuns: 500, seed: 14 });
  const pairs = await inWorld(db, async ({ query, build, given }) => {
    const customer = (await build.customers({ company_id: OURS })).id;
    const invoice = (await build.invoices({ company_id: OURS, customer_id: customer })).id;
    const found: { sql: unknown; domain: { fields: string[]; warnings: string[] } }[] = [];
    for (const each of samples) {
      const { street, postal_code, city, tax_number, vat_id, tax_mode } = each;
      const [footer = '', contact_name = '', notes = ''] = each.letters;
      const settings = companySettingsSchema.parse({ tax: {} });
      Object.assign(settings.company_details.address, { street, postal_code, city, country: each.country });
      Object.assign(settings.tax, { tax_number, vat_id });
      settings.invoice_defaults.footer.text = footer;
      const items = each.items.map((item, i) => ({ ...item, id: testId(0x900 + i), company_id: OURS, invoice_id: invoice }));
      const sql = await given(
        [
          ['update public.companies set settings = $1 where id = $2', [JSON.stringify(settings), OURS]],
          [
            'update public.customers set (street, postal_code, city, vat_id, country, contact_name) = ($1, $2, $3, $4, $6, $7) where id = $5',
            [
              each.customer?.street ?? '',
              each.customer?.postal_code ?? '',
              each.customer?.city ?? '',
              each.customer?.vat_id ?? '',
              customer,
              each.customer?.country ?? '',
              contact_name,
            ],
          ],
          [
            'update public.invoices set (customer_id, tax_mode, service_from, service_to, notes) = ($1, $2, $3, $4, $6) where id = $5',
            [each.customer ? customer : null, tax_mode, ...each.service, invoice, notes],
          ],
          [
            `insert into public.invoice_items (id, company_id, invoice_id, description, quantity, unit_price, tax_rate, tax_category, exemption_reason)
             select id, company_id, invoice_id, description, quantity, unit_price, tax_rate, tax_category, exemption_reason from jsonb_populate_recordset(null::public.invoice_items, $1)`,
            [JSON.stringify(items)],
          ],
        ],
        async () =>
          (
            await query(
              'select private.issue_problems(i) as fields, private.issue_warnings(i) as warnings from public.invoices i where id = $1',
              [invoice],
            )
          ).rows[0],
      );
      const subject = {
        currency: 'EUR',
        language: 'de' as const,
        customer_id: each.customer ? customer : null,
        tax_mode,
        service_from: each.service[0] ?? null,
        service_to: each.service[1] ?? null,
        items: items.map((item) => ({ ...item, position: 1, product_id: null, unit: '', discount_percent: 0 })),
        reference: '',
        notes,
        payment_terms: '',
      };
      const buyer = each.customer && ({ ...each.customer, contact_name } as Customer);
      const domain = {
        fields: issueProblems(subject, { name: 'Ours', logo_path: null, settings, bank_accounts: [] }, buyer).map(({ field }) => field),
        warnings: issueWarnings(subject, { settings }, buyer).map(({ code }) => code),
      };
      found.push({ sql, domain });
    }
    return found;
  });
  expect(pairs.filter(({ domain }) => domain.fields.length === 0).length).toBeGreaterThan(0);
  const kinds = new Set(pairs.flatMap(({ domain }) => [...domain.fields, ...domain.warnings.map((code) => code.replace(/=.*/, ''))]));
  for (const kind of [
    'items.tax_category',
    'items.tax_rate',
    'items.exemption_reason',
    'seller.characters',
    'buyer.characters',
    'characters',
    'rate_not_in_force',
    'rate_unknown',
    'own_country',
    'vat_id_form',
  ])
    expect(kinds).toContain(kind);
  for (const { sql, domain } of pairs) expect(sql).toEqual(domain);
});

test('SQL and the domain know the same characters that can be printed', async () => {
  const codes = Array.from({ length: 0xd7ff }, (_, code) => code + 1).concat([0xe000, 0xfb01, 0xfe0f, 0xfeff, 0xffff, 0x1f6e0]);
  const { rows } = await db.query(
    'select array_agg(c order by n) as printed from unnest($1::text[]) with ordinality t (c, n) where private.is_printable(c)',
    [codes.map((code) => String.fromCodePoint(code))],
  );
  const printed = codes.map((code) => String.fromCodePoint(code)).filter((letter) => unprintableIn(letter).length === 0);
  expect(rows[0]?.['printed']).toEqual(printed);
  expect(printed.length).toBeGreaterThan(600);
});

describe('numbers of invoices', () => {
  test.each([
    '{prefix}-{year}-{number}',
    '{number}',
    '{month}{number}',
    '',
    '{prefix}-{year}',
    '{number}{number}',
    '{day}-{number}',
    '{number',
    'number}',
    '{{number}}',
    `{number}${'X'.repeat(32)}`,
    `{number}${'X'.repeat(33)}`,
  ])('SQL and the domain agree on whether %j is a format', async (generated_number_format) => {
    const settings = companySettingsSchema.parse({ ...ABLE_TO_INVOICE, invoice_defaults: { generated_number_format } });
    const refusal = await db.query('select private.refuse_invalid_settings($1)', [JSON.stringify(settings)]).then(
      () => null,
      (error: { detail: string }) => error.detail,
    );
    expect(refusal === null).toBe(invoiceNumberFormatProblem(generated_number_format) === null);
  });

  test.each([
    ['{prefix}-{year}-{month}-{number}', 'INV', 7],
    ['{number}/{month}', '', 12_345],
    ['{prefix}{number}', '$&{year}\\1', 9999],
  ])('SQL and the domain write %s with %s alike', async (format, prefix, number) => {
    const { rows } = await db.query('select private.format_invoice_number($1, $2, $3, $4) as text', [format, prefix, '2026-03-09', number]);
    expect(rows[0]?.['text']).toBe(formatInvoiceNumber(format, { prefix, date: '2026-03-09', number }));
  });
});
