import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { testId } from '#tests/support/builders.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { insertMembers, personaId } from '#tests/support/personas.ts';
import { type Result, upsert } from './device.ts';
import { DEVICE, leaseScene, OTHER } from './lease-scene.ts';

const [I, J, K] = [testId(0x11), testId(0x12), testId(0x13)];
const short = ({ status, message, details }: Result) => [status, message, details];

describe.each([oneEngine()])('numbers taken along, on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  const scene = leaseScene(db);
  const { device, one, call, take, gaps, last, setting, issuedHere, push } = scene;
  let [company, customer, today] = ['', '', ''];
  beforeEach(() => {
    [company, customer, today] = [scene.company(), scene.customer(), scene.today()];
  });
  const forged = async (change: (claim: NonNullable<NonNullable<Invoice['leased']>['claim']>) => object, more: Partial<Invoice> = {}) => {
    const lease = await take(1);
    const invoice = await issuedHere(I, lease, lease.numbers[0] ?? 0);
    const claim = invoice.leased?.claim;
    if (!claim) throw new Error('no claim');
    return short(
      await push({ ...invoice, ...more, leased: { lease_id: lease.id, ...invoice.leased, claim: { ...claim, ...change(claim) } } }),
    );
  };

  test('an invoice issued on a device arrives with its number, days, parties and sums, and keeps its lease', async () => {
    const lease = await take(3);
    expect(lease.numbers).toEqual([1, 2, 3]);
    expect(await gaps()).toEqual(['invoices 3 lease_open', 'invoices 2 lease_open', 'invoices 1 lease_open']);
    const invoice = await issuedHere(I, lease, 2);
    const result = await push(invoice);
    const { status, number, issue_date, due_date, seller, buyer, net_total, tax_total, gross_total, tax_breakdown, tax_point } = invoice;
    expect(result).toMatchObject({
      status: 'applied',
      row: {
        status,
        number,
        issue_date,
        due_date,
        seller,
        buyer,
        net_total,
        tax_total,
        gross_total,
        tax_breakdown,
        tax_point,
        leased: { lease_id: lease.id },
      },
    });
    expect(result.row?.['leased']).toEqual({ lease_id: lease.id });
    expect(await gaps()).toEqual(['invoices 3 lease_open', 'invoices 1 lease_open']);
    // The next one of the server is none of them.
    const [next] = await device('owner').push(
      upsert('invoices', K, 'k', null, { ...(await issuedHere(K, lease, 1)), status: 'ready_to_issue', leased: null }),
    );
    expect(next?.row?.['number']).toMatch(/-0004$/);
  });

  test('the same change again changes nothing; another document with that number is refused, and so is one of another person or device', async () => {
    const lease = await take(3);
    const invoice = await issuedHere(I, lease, 2);
    expect((await push(invoice)).status).toBe('applied');
    expect((await push(invoice)).status).toBe('applied');
    expect(short(await push(await issuedHere(J, lease, 2)))).toEqual(['rejected', 'number_used', invoice.number]);
    expect(short(await push(await issuedHere(J, lease, 4)))).toEqual(['rejected', 'lease_unknown', 'leased']);
    expect(short(await push(await issuedHere(J, { ...lease, device_id: OTHER }, 1)))).toEqual(['rejected', 'lease_unknown', 'leased']);
    expect(short(await push(await issuedHere(J, lease, 1), { persona: 'owner' }))).toEqual(['rejected', 'lease_unknown', 'leased']);
    expect(short(await push(await issuedHere(J, { ...lease, id: OTHER }, 1)))).toEqual(['rejected', 'lease_unknown', 'leased']);
  });

  test.each([
    ['number', () => ({ number: 'INV-2026-9999' })],
    ['issue_date', () => ({ issue_date: '2020-01-01', number: 'INV-2020-0001' })],
    ['gross_total', () => ({ gross_total: 1 })],
    ['gross_total', () => ({ net_total: 1 })],
    ['gross_total', () => ({ tax_total: 1 })],
    ['gross_total', () => ({ tax_breakdown: [] })],
    ['tax_point', () => ({ tax_point: '2026-02-01' })],
    ['seller', ({ seller }: { seller: object }) => ({ seller: { ...seller, iban: 'DE00' } })],
    ['seller', ({ seller }: { seller: object }) => ({ seller: { ...seller, letterhead: { footer_text: 'x' } } })],
    ['buyer', ({ buyer }: { buyer: object }) => ({ buyer: { ...buyer, more: 'x' } })],
    ['buyer', ({ buyer }: { buyer: object }) => ({ buyer: { ...buyer, name: 5 } })],
  ])('what a device says of %s is found out, and refused where it is not so', async (what, change) => {
    expect(await forged(change as never)).toEqual(['rejected', 'lease_refused', what]);
  });

  test('a day that is nowhere on earth yet, or was before the numbers were taken, after they hold or in another year is refused; the day of yesterday’s start is not', async () => {
    const lease = await take(3);
    const at = async (day: string, set = '') => {
      if (set) await db.query(`update private.number_leases set ${set}`);
      scene.setToday(day);
      const answer = short(await push(await issuedHere(I, lease, 1))).slice(1);
      scene.setToday(today);
      return answer;
    };
    const shifted = async (days: number) => String(await one('select (private.company_today($1) + $2::int)::text', [company, days]));
    expect(await at(await shifted(3))).toEqual(['lease_refused', 'issue_date_ahead']);
    expect(await at(await shifted(-3))).toEqual(['lease_refused', 'issue_date']);
    expect(await at(today, 'valid_until = valid_until - 40')).toEqual(['lease_refused', 'issue_date']);
    expect(await at(today, "valid_until = valid_until + 40, year = 1999, format = '{number}'")).toEqual(['lease_refused', 'number']);
    await db.query(`update private.number_leases set year = $1, format = $2, taken_at = taken_at - interval '3 days'`, [
      lease.year,
      lease.format,
    ]);
    expect(await at(await shifted(-2))).toEqual([null, null]);
  });

  test('a company that changed while the device was away: what it printed then is taken, what it never was is not', async () => {
    const lease = await take(3);
    const invoice = await issuedHere(I, lease, 1);
    await setting('company_details,address,street', 'Neue Straße');
    const later = await issuedHere(J, lease, 2);
    await setting('company_details,address,street', 'Noch eine');
    expect([(await push(invoice)).row?.['seller'], (await push(later)).row?.['seller']]).toEqual([invoice.seller, later.seller]);
    const seller = { ...later.seller, city: 'Nirgendwo' };
    const claimed = await issuedHere(K, lease, 3);
    expect(short(await push({ ...claimed, leased: { lease_id: lease.id, claim: { ...claimed.leased?.claim, seller } as never } }))).toEqual(
      ['rejected', 'lease_refused', 'seller'],
    );
  });

  test('who may not write customers names them as they are or were meanwhile', async () => {
    await db.query("delete from public.company_user_permissions where permission_key = 'customers.update'");
    const lease = await take(3);
    const before = await issuedHere(I, lease, 1);
    await db.query("update public.customers set street = 'Anderswo' where id = $1", [customer]);
    expect((await push(before)).row?.['buyer']).toEqual(before.buyer);
    const claimed = await issuedHere(J, lease, 2);
    const buyer = { ...claimed.buyer, name: 'Jemand' };
    const change = { ...claimed, leased: { lease_id: lease.id, claim: { ...claimed.leased?.claim, buyer } as never } };
    expect(short(await push(change))).toEqual(['rejected', 'lease_refused', 'buyer']);
    await db.query(
      "insert into public.company_user_permissions (company_id, user_id, permission_key) values ($1, $2, 'customers.update')",
      [company, personaId('accountant')],
    );
    expect((await push(change)).row?.['buyer']).toEqual(buyer);
  });

  test('what was not used goes back as long as nothing was counted after it, else it is an explained gap; what is unsaid is never given again', async () => {
    const first = await take(3);
    expect(await call('accountant', 'public.return_numbers($1, $2, $3, $4)', first.id, DEVICE, [1, 2, 3])).toBe('');
    expect([await last(), await gaps()]).toEqual([0, []]);
    const mine = await take(4);
    expect(await take(1)).toBe('lease_open');
    await push(await issuedHere(I, mine, 2));
    const theirs = await take(2, { at: OTHER });
    expect(theirs.numbers).toEqual([5, 6]);
    expect(await call('accountant', 'public.return_numbers($1, $2, $3, $4)', mine.id, OTHER, [1, 3])).toBe('lease_unknown');
    await call('accountant', 'public.return_numbers($1, $2, $3, $4)', mine.id, DEVICE, [1, 2, 3, 5]);
    expect([await last(), await gaps()]).toEqual([
      6,
      ['invoices 6 lease_open', 'invoices 5 lease_open', 'invoices 4 lease_lost', 'invoices 3 lease_unused', 'invoices 1 lease_unused'],
    ]);
    await call('accountant', 'public.return_numbers($1, $2, $3, $4)', theirs.id, OTHER, [6]);
    expect([await last(), (await gaps()).slice(0, 1)]).toEqual([5, ['invoices 5 lease_lost']]);
    expect(short(await push(await issuedHere(J, mine, 4)))).toEqual(['rejected', 'lease_ended', expect.stringMatching(/-0004$/)]);
  });

  test('a lease whose numbers are all on documents is over, and the next one can be taken', async () => {
    const lease = await take(1);
    await push(await issuedHere(I, lease, 1));
    expect(await one('select end_reason from private.number_leases')).toBe('used');
    expect((await take(1)).numbers).toEqual([2]);
  });

  test('the lease of a lost device is ended by who looks after numbers; what comes later is refused, until it is found again', async () => {
    const lease = await take(2);
    expect(await call('viewer', 'public.end_number_lease($1, $2)', lease.id)).toBe('not_allowed');
    expect(await call('owner', 'public.end_number_lease($1, $2)', lease.id)).toBe('');
    expect(await gaps()).toEqual(['invoices 2 lease_lost', 'invoices 1 lease_lost']);
    expect(short(await push(await issuedHere(I, lease, 1)))).toEqual(['rejected', 'lease_ended', expect.stringMatching(/-0001$/)]);
    expect(await call('viewer', 'public.reopen_number_lease($1, $2)', lease.id)).toBe('not_allowed');
    expect(await call('owner', 'public.reopen_number_lease($1, $2)', lease.id)).toBe('');
    expect(await gaps()).toEqual(['invoices 2 lease_open', 'invoices 1 lease_open']);
    expect((await push(await issuedHere(I, lease, 1), { rev: 'again' })).status).toBe('applied');
    expect(await call('owner', 'public.reopen_number_lease($1, $2)', lease.id)).toBe('lease_ended');
  });

  test('the numbers of who is no member any more are as those of a lost device; those of a company that is closed wait with it', async () => {
    const lease = await take(3);
    await push(await issuedHere(I, lease, 2));
    await db.query('delete from public.company_users where company_id = $1 and user_id = $2', [company, personaId('viewer')]);
    expect(await one('select end_reason from private.number_leases')).toBe(null);
    await db.query('select private.close_company($1)', [company]);
    expect(await one('select end_reason from private.number_leases')).toBe(null);
    await db.query('delete from private.closed_memberships');
    await insertMembers(db.query, company);
    await db.query('delete from public.company_users where company_id = $1 and user_id = $2', [company, personaId('accountant')]);
    expect(await one('select end_reason from private.number_leases')).toBe('lost');
    expect(await gaps()).toEqual(['invoices 3 lease_lost', 'invoices 1 lease_lost']);
    expect(await one("select type from public.activity_log where entity_type = 'number_leases' order by created_at desc limit 1")).toBe(
      'numbers_lost',
    );
  });

  test('a company without books goes with the numbers that are away', async () => {
    await take(3);
    await db.query('delete from public.companies where id = $1', [company]);
    expect(await one('select count(*)::int from private.number_leases')).toBe(0);
  });

  test('a number that is away is given to nobody else, whatever pattern and counter would come to it', async () => {
    const year = today.slice(0, 4);
    await setting('invoice_defaults,number_prefix', year);
    await setting('invoice_defaults,generated_number_format', '{prefix}-{number}');
    const lease = await take(3);
    await push(await issuedHere(I, lease, 3));
    const wouldMeet = (format: string) => call('accountant', 'public.pattern_collisions($1, $2, $3, $4)', 'invoices', format, year);
    expect(await wouldMeet('{prefix}-{number}')).toEqual({ next: `${year}-0004`, taken: 0, first: null });
    expect(await wouldMeet('{year}-{number}')).toEqual({ next: `${year}-0001`, taken: 3, first: `${year}-0001` });
    expect(await wouldMeet('{year}')).toBe('invalid_input');
    expect(await call('stranger', 'public.pattern_collisions($1, $2, $3, $4)', 'invoices', '{number}', '')).toBe('not_a_member');
    // 1 comes back, of 2 nobody says what became of it.
    await call('accountant', 'public.return_numbers($1, $2, $3, $4)', lease.id, DEVICE, [1]);
    await setting('invoice_defaults,generated_number_format', '{year}-{number}');
    expect(await wouldMeet('{year}-{number}')).toEqual({ next: `${year}-0001`, taken: 2, first: `${year}-0002` });
    expect((await take(2, { at: OTHER })).numbers).toEqual([1, 4]);
    expect((await gaps()).slice(0, 4)).toEqual([
      'invoices 4 lease_open',
      'invoices 3 number_taken',
      'invoices 2 number_taken',
      'invoices 1 lease_open',
    ]);
  });

  test('taking numbers has its key and its setting, and 20 are the most', async () => {
    expect([await take(0), await take(21), await take(1, { persona: 'viewer' }), await take(1, { persona: 'stranger' })]).toEqual([
      'invalid_input',
      'invalid_input',
      'not_allowed',
      'not_a_member',
    ]);
    await setting('numbers', { leases: false });
    expect(await take(1)).toBe('leases_off');
    await setting('numbers', {});
    expect(await take(1, { persona: 'owner' })).toBe('leases_off');
  });

  test('a server that was set back takes a lease again and gives its numbers to nobody else', async () => {
    const lease = await take(3);
    await push(await issuedHere(I, lease, 1));
    // As it was before.
    await db.query('alter table public.invoices disable trigger user');
    await db.query('delete from public.invoices where number is not null');
    await db.query('alter table public.invoices enable trigger user');
    await db.query('delete from private.number_leases');
    await db.query('delete from private.number_gap_reasons');
    await db.query('update private.number_counters set last = 0');
    const restore = (of: object) => call('accountant', 'public.restore_number_lease($1, $2, $3)', JSON.stringify(of), 'Phone');
    expect(await restore({ ...lease, prefix: 'X' })).toBe('lease_refused');
    expect(await restore({ ...lease, taken_at: '2020-01-01T00:00:00Z' })).toBe('lease_refused');
    expect(await restore({ ...lease, numbers: [2, 3] })).toMatchObject({ id: lease.id, numbers: [2, 3] });
    expect([await last(), await gaps()]).toEqual([3, ['invoices 3 lease_open', 'invoices 2 lease_open', 'invoices 1 set_back']]);
    expect(await restore(lease)).toBe('lease_ended');
    expect(await restore({ ...lease, id: OTHER, device_id: OTHER, numbers: [2, 3, 2000] })).toBe(null);
  });

  test('cancellations with a pattern of their own count by themselves, and no two series give the same number', async () => {
    await setting('numbers', { leases: true, cancellations: 'ST-{year}-{number}' });
    const lease = await take(2);
    const invoice = await issuedHere(I, lease, 1);
    await push(invoice);
    await device('owner').push(upsert('invoices', I, 'cancel', `${I}-1`, { status: 'cancelled' }));
    expect(await one("select number from public.invoices where document_type = 'cancellation'")).toMatch(/^ST-\d{4}-0001$/);
    await db.query("update private.number_counters set last = 3 where kind = 'cancellations'");
    expect(await gaps()).toEqual(['invoices 2 lease_open', 'cancellations 3 ', 'cancellations 2 ']);
    await device('owner').sql("select public.explain_number($1, 'cancellations', $2, 3, 'x')", [company, lease.year]);
    expect((await gaps()).slice(1)).toEqual(['cancellations 3 x', 'cancellations 2 ']);
    expect((await device('owner').sql('select number from public.invoice_number_gaps($1)', [company])).rows).toHaveLength(1);
    expect(await call('owner', 'public.explain_number($1, $2, $3, $4, $5)', 'invoices', lease.year, 2, 'x')).toBe('not_a_gap');
    await expect(setting('numbers', { corrections: 'ST-{number}' })).resolves.toBeDefined();
    for (const corrections of ['INV-{number}-{year}', '{prefix}-{year}-{number}', 'X', 'ST-{number}'])
      await expect(setting('numbers', { cancellations: 'ST-{year}{number}', corrections })).rejects.toThrow('invalid_settings');
  });
});
