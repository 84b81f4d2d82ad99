import { describe, expect, test } from 'vitest';
import type { Access } from '#domain/access/access.ts';
import { type CompanySettings, companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Customer } from '#domain/customers/customer.ts';
import type { Invoice } from './invoice.ts';
import type { InvoiceProduct } from '#domain/products/product.ts';
import { draftInvoice, duplicateInput, emptyInvoiceInput, itemOfProduct } from './invoice-draft.ts';
import { isOverdue } from './invoice-state.ts';
import {
  awaitsPayment,
  cancelRefusal,
  correctRefusal,
  mailRefusal,
  invoiceDeleteRefusal,
  dueDate,
  invoiceEditRefusal,
  issueRefusal,
  paymentRefusal,
  sendRefusal,
  withdrawRefusal,
} from './invoice-lifecycle.ts';
import { issueProblems } from './issue-problems.ts';

const holding = (...keys: string[]): Access => ({ userId: 'me', isOwner: false, isAdmin: false, keys: new Set(keys) });
const invoice = (status: Invoice['status'], document_type: Invoice['document_type'] = 'invoice') => ({
  status,
  document_type,
  currency: 'EUR',
  tax_breakdown: [],
  tax_mode: 'standard' as const,
});

describe('what may happen to an invoice', () => {
  test('a draft is edited, issued and deleted; an issued invoice is cancelled and sent', () => {
    const all = holding('invoices.update', 'invoices.issue', 'invoices.cancel', 'invoices.delete', 'invoices.send');
    const answers = (['draft', 'ready_to_issue', 'issued', 'cancelled'] as const).map((status) => {
      const subject = invoice(status);
      return [invoiceEditRefusal, issueRefusal, withdrawRefusal, cancelRefusal, sendRefusal, invoiceDeleteRefusal].map((refusal) =>
        refusal(subject, all),
      );
    });
    expect(answers).toEqual([
      [null, null, 'invalid_transition', 'invalid_transition', 'invalid_transition', null],
      [null, 'invalid_transition', null, 'invalid_transition', 'invalid_transition', null],
      ['invoice_frozen', 'invalid_transition', 'invalid_transition', null, null, 'invoice_frozen'],
      ['invoice_frozen', 'invalid_transition', 'invalid_transition', 'invalid_transition', null, 'invoice_frozen'],
    ]);
  });

  test('each step needs its own key', () => {
    const [draft, issued] = [invoice('draft'), invoice('issued')];
    expect(invoiceEditRefusal(draft, holding('invoices.create'))).toBe('not_allowed');
    expect(issueRefusal(draft, holding('invoices.update'))).toBe('not_allowed');
    expect(cancelRefusal(issued, holding('invoices.issue'))).toBe('not_allowed');
    expect(invoiceDeleteRefusal(draft, holding('invoices.update'))).toBe('not_allowed');
    expect(sendRefusal(issued, holding('invoices.view'))).toBe('not_allowed');
    expect(sendRefusal(issued, holding('invoices.update'))).toBeNull();
  });

  test('a correction takes back what is left of an issued invoice, by whoever may create and cancel', () => {
    const part = { tax_rate: 19, tax_category: 'S', net: 100, tax: 19 } as const;
    const all = holding('invoices.create', 'invoices.cancel');
    const corrections = [
      { id: 'c', number: 'C-1', issue_date: '2026-01-02', gross_total: -119, tax_breakdown: [{ ...part, net: -100, tax: -19 }] },
    ];
    const whole = { ...invoice('issued'), tax_breakdown: [part] };
    expect(correctRefusal(whole, all)).toBeNull();
    expect(correctRefusal({ ...whole, corrections }, all)).toBe('nothing_left');
    expect(correctRefusal(invoice('issued', 'correction'), all)).toBe('invalid_transition');
    expect(correctRefusal(whole, holding('invoices.cancel'))).toBe('not_allowed');
    expect(issueRefusal(invoice('draft', 'correction'), holding('invoices.issue'))).toBe('not_allowed');
    expect(issueRefusal(invoice('draft', 'correction'), holding('invoices.cancel'))).toBeNull();
    expect(paymentRefusal(invoice('issued', 'correction'))).toBe('not_payable');
  });

  test('a cancellation is not cancelled', () => {
    expect(cancelRefusal(invoice('issued', 'cancellation'), holding('invoices.cancel'))).toBe('invalid_transition');
  });

  test('what has its number goes out by mail, unless it was cancelled', () => {
    const all = holding('invoices.send');
    const said = (status: Invoice['status'], number: string | null, access = all) => mailRefusal({ status, number }, access);
    expect([said('issued', 'INV-1'), said('draft', null), said('cancelled', 'INV-1')]).toEqual([null, 'not_issued', 'invoice_cancelled']);
    expect(said('issued', 'INV-1', holding('invoices.update'))).toBe('not_allowed');
    // Its number came from this device, and the server that sends the mail has not heard of it; neither can it be cancelled or corrected there.
    const onTheWay = { ...invoice('issued'), number: 'INV-1', leased: { lease_id: 'l', claim: {} } } as unknown as Invoice;
    const holder = holding('invoices.send', 'invoices.cancel', 'invoices.create');
    expect(mailRefusal(onTheWay, holder)).toBe('not_issued');
    expect([cancelRefusal(onTheWay, holder), correctRefusal(onTheWay, holder)]).toEqual(['invalid_transition', 'invalid_transition']);
    const arrived = { ...onTheWay, leased: { lease_id: 'l' } } as unknown as Invoice;
    expect([mailRefusal(arrived, holder), cancelRefusal(arrived, holder)]).toEqual([null, null]);
  });

  test('money is awaited for what was sent and is not paid', () => {
    const open = {
      ...invoice('issued'),
      delivery: 'sent',
      gross_total: 119,
      paid_total: 19,
      payment_status: 'partially_paid',
    } as unknown as Invoice;
    const others = [
      { delivery: 'not_sent' },
      { status: 'cancelled' },
      { document_type: 'cancellation' },
      { paid_total: 119, payment_status: 'paid' },
    ] as const;
    expect([open, ...others.map((more): Invoice => ({ ...open, ...more }))].map(awaitsPayment)).toEqual([true, false, false, false, false]);
  });

  test('payments wait for the issue', () => {
    expect((['draft', 'ready_to_issue', 'issued', 'cancelled'] as const).map((status) => paymentRefusal(invoice(status)))).toEqual([
      'not_issued',
      'not_issued',
      null,
      null,
    ]);
  });
});

describe('due and overdue', () => {
  const claim = { ...invoice('issued'), due_date: '2024-02-29', payment_status: 'unpaid', gross_total: 119, paid_total: 0 } as const;

  test('days to pay are counted over the leap day', () => {
    expect([dueDate('2024-02-15', 14), dueDate('2026-12-31', 0)]).toEqual(['2024-02-29', '2026-12-31']);
  });

  test('an invoice is overdue the day after its due day, until it is paid or cancelled', () => {
    expect(isOverdue(claim, '2024-02-29')).toBe(false);
    expect(isOverdue(claim, '2024-03-01')).toBe(true);
    expect(isOverdue({ ...claim, payment_status: 'partially_paid' }, '2024-03-01')).toBe(true);
    expect(isOverdue({ ...claim, payment_status: 'paid' }, '2024-03-01')).toBe(false);
    expect(isOverdue({ ...claim, status: 'cancelled' }, '2024-03-01')).toBe(false);
    expect(isOverdue({ ...claim, document_type: 'cancellation' }, '2024-03-01')).toBe(false);
  });
});

const settings = companySettingsSchema.parse({
  company_details: { address: { street: 'Elbweg' } },
  tax: { tax_number: '41/1' },
});
const product: InvoiceProduct = {
  id: 'p',
  company_id: 'c',
  created_at: '',
  updated_at: '',
  rev: '1',
  name: 'Design',
  description: 'By the hour',
  unit: 'h',
  unit_price: 33.33,
  tax_rate: 19,
  tax_category: null,
  exemption_reason: null,
  currency: 'EUR',
  is_active: true,
};
const record = { id: 'i', company_id: 'c', created_at: '', updated_at: '', rev: 'new' };

describe('a line copied from a product', () => {
  const taxed = (tax: Partial<typeof product>) => {
    const { tax_rate, tax_category, exemption_reason } = itemOfProduct({ ...product, ...tax }, { id: 'a', position: 1 });
    return [tax_rate, tax_category, exemption_reason];
  };
  test('is taxed as the product says, and as its rate says where it says nothing', () => {
    expect(taxed({})).toEqual([19, 'S', null]);
    expect(taxed({ tax_rate: 0 })).toEqual([0, null, null]);
    expect(taxed({ tax_category: 'AE' })).toEqual([0, 'AE', null]);
    expect(taxed({ tax_rate: 0, tax_category: 'E', exemption_reason: '§ 4 Nr. 21 UStG' })).toEqual([0, 'E', '§ 4 Nr. 21 UStG']);
  });
  test('gives no reason for a rate of 0 that an older app has set', () => {
    expect(taxed({ tax_rate: 0, tax_category: 'S' })).toEqual([0, null, null]);
  });
});

describe('drafts', () => {
  test('a draft starts with the settings, computes its totals and numbers its lines', () => {
    const input = emptyInvoiceInput({ settings }, null, '2026-01-30');
    const items = ['a', 'b', 'c'].map((id) => itemOfProduct(product, { id, position: 9 }));
    const draft = draftInvoice(record, { ...input, items }, 'me');
    expect(draft).toMatchObject({
      status: 'draft',
      number: null,
      due_days: 14,
      language: 'de',
      net_total: 99.99,
      tax_total: 19,
      gross_total: 118.99,
    });
    expect(draft.items.map(({ position, description }) => [position, description])).toEqual(
      [1, 2, 3].map((n) => [n, 'Design\nBy the hour']),
    );
  });

  test('a copy has lines of its own and no trace of what happened to the original', () => {
    const input = { ...emptyInvoiceInput({ settings }, null, '2026-01-30'), internal_notes: 'Called' };
    const original = draftInvoice(record, { ...input, items: [itemOfProduct(product, { id: 'a', position: 1 })] }, 'me');
    const copy = duplicateInput({ ...original, status: 'issued', number: 'INV-1' }, { newId: () => 'b', today: '2026-03-01' });
    expect(copy).toMatchObject({ service_from: '2026-03-01', internal_notes: '', items: [{ id: 'b', product_id: 'p' }] });
    expect(copy).not.toHaveProperty('number');
  });
});

describe('what misses before issue', () => {
  const customer = { id: 'k', name: 'Kunde', street: 'Kai', postal_code: '1', city: 'Kiel', vat_id: '' } as Customer;
  const complete = {
    ...emptyInvoiceInput({ settings }, customer, '2026-01-30'),
    customer_id: 'k',
    tax_mode: 'standard' as const,
    items: [itemOfProduct(product, { id: 'a', position: 1 })],
  };
  const fields = (subject: typeof complete | object, of = customer as Customer | null, company = settings) =>
    issueProblems({ ...complete, ...subject }, sellerWith(company), of).map(({ field }) => field);
  const sellerWith = (company: typeof settings) => ({ name: 'Firma', logo_path: null, settings: company, bank_accounts: [] });

  test('nothing, when both parties, the supply and the lines are named', () => {
    expect(fields({})).toEqual([]);
  });

  test('each of them is named when it misses', () => {
    expect(fields({ customer_id: null }, null)).toEqual(['customer_id']);
    expect(fields({ items: [] })).toEqual(['items']);
    expect(fields({ service_from: null })).toEqual(['service_from']);
    expect(fields({ service_to: '2026-01-01' })).toEqual(['service_to']);
    const dear = complete.items.map((item) => ({ ...item, quantity: 100 }));
    expect(fields({ items: dear }, { ...customer, street: ' ' })).toEqual(['buyer.street']);
    expect(fields({}, customer, companySettingsSchema.parse({}))).toEqual([
      'seller.street',
      'seller.postal_code',
      'seller.city',
      'seller.tax_number',
    ]);
  });

  test('a small amount names the seller alone, unless the buyer owes the tax', () => {
    const nowhere = { ...customer, street: '', postal_code: '', city: '' };
    const of = (unit_price: number, more: object = {}) => ({
      items: complete.items.map((item) => ({
        ...item,
        quantity: 1,
        discount_percent: 0,
        tax_rate: 0,
        tax_category: 'Z' as const,
        unit_price,
      })),
      ...more,
    });
    const address = ['buyer.street', 'buyer.postal_code', 'buyer.city'];
    const abroad = (country: string) => ({
      ...settings,
      company_details: { ...settings.company_details, address: { ...settings.company_details.address, country } },
    });
    expect([fields(of(250), nowhere), fields(of(250.01), nowhere), fields(of(-0.01), nowhere)]).toEqual([[], address, address]);
    expect(fields(of(1, { currency: 'USD' }), nowhere)).toEqual(address);
    expect([
      fields(of(400), nowhere, abroad('AT')),
      fields(of(400.01), nowhere, abroad('AT')),
      fields(of(1), nowhere, abroad('FR')),
    ]).toEqual([[], address, address]);
    const reverse = complete.items.map((item) => ({ ...item, tax_category: 'AE' as const, tax_rate: 0, unit_price: 1 }));
    expect(fields({ items: reverse }, nowhere)).toEqual(expect.arrayContaining(address));
  });

  test('what no font of ours has is named, each character once, where it stands', () => {
    const named = (subject: object, of: Customer, company = settings) =>
      issueProblems({ ...complete, ...subject }, sellerWith(company), of).map(({ field, characters }) => [field, characters?.join('')]);
    expect(named({}, { ...customer, name: 'Łódź Zoe\u0308 Ελλάς Київ\u00a0✓' })).toEqual([]);
    expect(named({ notes: '10⁴' }, { ...customer, name: '東京 東 Ltd.' })).toEqual([
      ['buyer.characters', '東京'],
      ['characters', '⁴'],
    ]);
    const footer = { ...settings.invoice_defaults.footer, text: '☎ 040' };
    expect(named({}, customer, { ...settings, invoice_defaults: { ...settings.invoice_defaults, footer } })).toEqual([
      ['seller.characters', '☎'],
    ]);
  });

  test.each([
    ['Japanese', '東京カメラ', '東京カメラ'],
    ['Arabic', 'شركة', 'شركة'],
    ['Hebrew', 'שָׁלוֹם', 'שלוםָֹׁ'],
    ['Thai', 'บริษัท', 'บริษัท'],
    ['an emoji', '👩‍🚀🎉', '👩🚀🎉'],
  ])(
    '%s is named where it stands, and where that is mended: in the customer, the company, its bank, its footer or the invoice',
    (_, text, named) => {
      const letters = [...new Set(named)].toSorted().join('');
      const bank = { ...settings.company_details.bank, instructions: text };
      const company = (of: object): CompanySettings => ({ ...settings, ...of });
      const footer = { ...settings.invoice_defaults, footer: { ...settings.invoice_defaults.footer, text } };
      const found = (subject: object, of: Customer, its: CompanySettings, name = 'Ours') =>
        issueProblems({ ...complete, ...subject }, { ...sellerWith(its), name }, of).map(({ field, code, characters = [], places = {} }) =>
          [field, code, characters.toSorted().join(''), ...Object.keys(places)].join(' '),
        );
      const at = (field: string, ...places: string[]) => [[field, 'unprintable', letters, ...places].join(' ')];
      expect(found({}, { ...customer, name: text }, settings)).toEqual(at('buyer.characters'));
      expect(found({ items: complete.items.map((item) => ({ ...item, description: text })) }, customer, settings)).toEqual(
        at('characters'),
      );
      expect(found({}, customer, settings, text)).toEqual(at('seller.characters', 'details'));
      expect(found({}, customer, company({ company_details: { ...settings.company_details, bank } }))).toEqual(
        at('seller.characters', 'bank'),
      );
      expect(found({}, customer, company({ invoice_defaults: footer }))).toEqual(at('seller.characters', 'footer'));
      expect(found({}, customer, company({ invoice_defaults: footer }), text)).toEqual(at('seller.characters', 'details', 'footer'));
    },
  );

  test('reverse charge needs the VAT ids of both', () => {
    const items = complete.items.map((item) => ({ ...item, tax_category: null }));
    expect(fields({ tax_mode: 'reverse_charge', items })).toEqual(['seller.vat_id', 'buyer.vat_id']);
  });
});
