import { afterEach, expect, test, vi } from 'vitest';
import { handler } from './handler.ts';

const COMPANY = '00000000-0000-7000-8000-00000000000a';
const ENV = {
  SUPABASE_URL: 'https://kontor.example',
  SUPABASE_SERVICE_ROLE_KEY: 'service',
  MAIL_CATCHER_URL: 'https://kontor.example/_mail',
};
const MAIL = {
  invoice_id: '00000000-0000-7000-8000-000000000001',
  mutation_id: 'm1',
  to: 'buyer@example.com',
  subject: 'Invoice 7',
  body: 'Dear Ann',
  pdf_base64: btoa('%PDF-1.7 and so on'),
  filename: 'invoice.pdf',
};
const ANSWERS: Record<string, unknown> = {
  begin_invoice_mail: { state: 'go', company_id: COMPANY, number: 'RE-7', language: 'en' },
  mail_transport: { company_id: COMPANY, company_name: 'Acme', primary_color: null, settings: null, smtp_password: null },
};
afterEach(() => vi.unstubAllGlobals());

/** Sends through a mailbox that answers so, while the database loses so many notes about it. */
const SIGNED_IN = { authorization: 'Bearer t' };
async function send({ mailbox = 204, lostNotes = 0 }) {
  const said: string[] = [];
  let lost = 0;
  const fetch = async (url: string, { body }: { body: string }) => {
    const name = url.split('/').at(-1) ?? '';
    const isNote = name === 'finish_invoice_mail';
    said.push(isNote ? `${name} ${(JSON.parse(body) as { p_is_sent: boolean }).p_is_sent}` : name);
    if (isNote && lost < lostNotes) {
      lost += 1;
      throw new TypeError('connection reset');
    }
    return name === '_mail' ? new Response(null, { status: mailbox }) : Response.json(ANSWERS[name] ?? null);
  };
  vi.stubGlobal('fetch', fetch);
  const request = new Request('https://kontor.example/functions/v1/invoice-send', {
    method: 'POST',
    headers: SIGNED_IN,
    body: JSON.stringify(MAIL),
  });
  const response = await handler(request, ENV);
  return { status: response.status, answer: await response.json(), said: said.slice(2) };
}

test('what went out is noted, and a note that is lost is written again', async () => {
  const sent = { status: 200, answer: { sent: true, already: false } };
  expect(await send({})).toEqual({ ...sent, said: ['_mail', 'finish_invoice_mail true'] });
  expect(await send({ lostNotes: 1 })).toEqual({ ...sent, said: ['_mail', 'finish_invoice_mail true', 'finish_invoice_mail true'] });
});

test('a mail that went out is never reported as failed: it would be sent again', async () => {
  expect(await send({ lostNotes: 9 })).toMatchObject({ status: 200, answer: { sent: true } });
});

test('a mail that did not go out says why, also when that could not be noted', async () => {
  const failed = { status: 502, answer: { error: 'mail_failed', detail: '500' } };
  expect(await send({ mailbox: 500 })).toEqual({ ...failed, said: ['_mail', 'finish_invoice_mail false'] });
  expect(await send({ mailbox: 500, lostNotes: 1 })).toMatchObject(failed);
});

test('asked again after a lost answer, it says what became of it, with those who did not get it', async () => {
  const again = async (begun: object) => {
    vi.stubGlobal('fetch', async (url: string) => Response.json(url.endsWith('begin_invoice_mail') ? begun : null));
    const request = new Request('https://kontor.example/functions/v1/invoice-send', {
      method: 'POST',
      headers: SIGNED_IN,
      body: JSON.stringify(MAIL),
    });
    const response = await handler(request, ENV);
    return [response.status, await response.json()];
  };
  expect(await again({ state: 'sent' })).toEqual([200, { sent: true, already: true }]);
  expect(await again({ state: 'sent', refused: [] })).toEqual([200, { sent: true, already: true }]);
  expect(await again({ state: 'sent', refused: ['a@b.example', 'c@d.example'] })).toEqual([
    502,
    { error: 'mail_partly_refused', detail: 'a@b.example, c@d.example' },
  ]);
});

test('an XRechnung goes out before the pages, under the same name', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const name = url.split('/').at(-1) ?? '';
    if (name === '_mail') sent.push(JSON.parse(body));
    return name === '_mail' ? new Response(null, { status: 204 }) : Response.json(ANSWERS[name] ?? null);
  });
  const post = (xml_base64: string) => {
    const body = JSON.stringify({ ...MAIL, xml_base64 });
    return handler(new Request('https://kontor.example/functions/v1/invoice-send', { method: 'POST', headers: SIGNED_IN, body }), ENV);
  };
  const xml_base64 = btoa('<?xml version="1.0"?><Invoice/>');
  expect((await post(xml_base64)).status).toBe(200);
  expect(sent).toMatchObject([{ attachments: [{ filename: 'invoice.xml', base64: xml_base64 }, { filename: 'invoice.pdf' }] }]);
  expect((await post(btoa('MZ no xml at all'))).status).toBe(422);
});

test('a delivery note goes out by its own door: what stands in its file is told, and nothing of an invoice is asked or noted', async () => {
  const said: [string, Record<string, unknown>][] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const name = url.split('/').at(-1) ?? '';
    said.push([name, JSON.parse(body) as Record<string, unknown>]);
    const answers: typeof ANSWERS = { ...ANSWERS, begin_delivery_mail: ANSWERS['begin_invoice_mail'] };
    return name === '_mail' ? new Response(null, { status: 204 }) : Response.json(answers[name] ?? null);
  });
  const { invoice_id: note_id, ...mail } = MAIL;
  const line = { id: note_id, position: 1, description: 'Chair', unit: '', quantity: 2, unit_price: 10, discount_percent: 0 };
  const note = { delivery_date: '2026-02-03', reference: '', notes: '', shows_prices: false, items: [line] };
  const post = (body: object) =>
    handler(
      new Request('https://kontor.example/functions/v1/invoice-send', { method: 'POST', headers: SIGNED_IN, body: JSON.stringify(body) }),
      ENV,
    );
  expect((await post({ ...mail, delivery_note_id: note_id, note })).status).toBe(200);
  expect(said.map(([name]) => name)).toEqual(['begin_delivery_mail', 'mail_transport', '_mail', 'finish_delivery_mail']);
  expect(said[0]?.[1]).toMatchObject({ p_note: note_id, p_mail: { mutation_id: 'm1', note } });
  expect(said[3]?.[1]).toEqual({ p_note: note_id, p_mutation: 'm1', p_is_sent: true });
  expect((await post({ ...mail, delivery_note_id: note_id })).status).toBe(422);
  expect((await post(mail)).status).toBe(422);
});
