import { describe, expect, test } from 'vitest';
import { inviteMail } from './invite-mail.ts';
import { fillTemplate, invoiceMail, MAIL_PLACEHOLDERS, unknownPlaceholders } from './invoice-mail.ts';
import { escapeHtml, inkOn, mailBody, oneLine, plainName } from './mail-document.ts';
import { DEFAULT_TEXTS, MAIL_KINDS } from './mail-texts.ts';
import { testMail } from './test-mail.ts';

const NASTY = `"><script>alert('x')</script>&`;
const invite = (more: object = {}) =>
  inviteMail({
    language: 'en',
    companyName: 'Nordlicht',
    color: '#2563eb',
    invitedBy: 'Svea',
    email: 'a@b.example',
    link: 'https://app.example.com/auth/invitation?token=abc&x=1',
    days: 7,
    ...more,
  });

describe('whatever people typed', () => {
  test('is text in the HTML of every mail, never markup', () => {
    const bodies = [
      invite({ companyName: NASTY, invitedBy: NASTY, email: NASTY }).html,
      testMail('de', NASTY, '#000000').html,
      invoiceMail({ language: 'en', companyName: NASTY, color: NASTY, subject: NASTY, body: NASTY }).html,
    ];
    for (const html of bodies) {
      expect(html).not.toContain('<script');
      expect(html.match(/<[a-z][^>]*>/g)?.every((tag) => /^<(html|head|meta|title|body|div|p|a|br)\b/.test(tag))).toBe(true);
    }
  });

  test('breaks no header: subjects and names are one line without control characters', () => {
    const { subject } = invite({ companyName: 'A\r\nBcc: x@y.example', invitedBy: 'B\u0000\u2028C' });
    expect(subject).toBe('B C invites you to A Bcc: x@y.example');
    expect(oneLine('a\tb\u0085c'.repeat(200), 10)).toHaveLength(10);
  });

  test('becomes no link in a mail to somebody who does not know the sender', () => {
    expect(plainName('Win at https://evil.example or www.evil.example')).toBe('Win at https evil.example or www evil.example');
  });
});

describe('an invitation', () => {
  test('says who invites, to what, for which address and how long, in text and HTML', () => {
    const { text, html } = invite();
    for (const body of [text, html]) {
      expect(body).toContain('Svea invites you to work on the books of Nordlicht');
      expect(body).toContain('a@b.example');
      expect(body).toContain('7 days');
    }
    expect(text).toContain('https://app.example.com/auth/invitation?token=abc&x=1');
    expect(html).toContain('href="https://app.example.com/auth/invitation?token=abc&amp;x=1"');
  });

  test('is German for Germans, and does without a name that is not known', () => {
    expect(invite({ language: 'de' }).subject).toBe('Svea lädt Sie zu Nordlicht ein');
    expect(invite({ language: 'de', invitedBy: '' })).toMatchObject({ subject: 'Einladung zu Nordlicht' });
    expect(invite({ language: 'de' }).html).toContain('<html lang="de">');
    expect(invite({ invitedBy: ' ' }).text).toContain('You are invited');
  });
});

describe('the text of an invoice', () => {
  const values = {
    number: 'INV-1',
    customer: 'Müller & Co',
    amount: '119,00 €',
    issue_date: '01.02.2026',
    due_date: '15.02.2026',
    company: '{number}',
    payment_instructions: 'Bitte überweisen.\nDanke.',
    paid: '19,00 €',
    open: '100,00 €',
    days_overdue: '10',
    pay_until: '01.03.2026',
    charges: '',
    total: '100,00 €',
  };

  test('is filled in one pass: a value that looks like a placeholder stays', () => {
    expect(fillTemplate('{number} {company} {unknown} {amount}', values)).toBe('INV-1 {number} {unknown} 119,00 €');
  });

  test.each(['en', 'de'] as const)(
    'of the product in %s asks to pay as the company does, and leaves no gap where it says nothing',
    (language) => {
      const { body } = DEFAULT_TEXTS[language].invoice;
      expect(fillTemplate(body, values)).toContain('\n\nBitte überweisen.\nDanke.\n\n');
      expect(fillTemplate(body, { ...values, payment_instructions: '' })).not.toMatch(/\n{3}/);
    },
  );

  test('keeps the line in which an empty value stands beside other words', () => {
    const none = { ...values, payment_instructions: '' };
    expect(fillTemplate('A {payment_instructions}\n\nB\n\n{payment_instructions}', none)).toBe('A \n\nB');
    expect(fillTemplate('{payment_instructions}{number}\n\nB', none)).toBe('INV-1\n\nB');
  });

  test('names placeholders that do not exist', () => {
    expect(unknownPlaceholders('{number} {numbr} {Amount} {numbr} {not a name}')).toEqual(['numbr', 'Amount']);
  });

  test.each(MAIL_KINDS.flatMap((kind) => [[kind, 'en'] as const, [kind, 'de'] as const]))(
    'of the product for %s in %s uses known placeholders only',
    (kind, language) => {
      const { subject, body } = DEFAULT_TEXTS[language][kind];
      expect(unknownPlaceholders(subject + body)).toEqual([]);
      expect(fillTemplate(subject + body, values)).not.toMatch(
        new RegExp(`\\{(${MAIL_PLACEHOLDERS.filter((name) => name !== 'number').join('|')})\\}`),
      );
      expect(fillTemplate(body, { ...values, charges: '' })).not.toMatch(/\n{3}/);
    },
  );

  test('keeps the paragraphs and line breaks that were written', () => {
    const { html, text } = invoiceMail({
      language: 'de',
      companyName: 'K',
      color: '#000000',
      subject: 'S',
      body: 'Eins\r\nzwei\n\n\nDrei  ',
    });
    expect(html).toContain('Eins<br>\nzwei</p>\n<p style="margin:0 0 16px">Drei</p>');
    expect(text).toBe('Eins\nzwei\n\nDrei\n');
  });
});

test('the button’s writing is readable on any colour', () => {
  expect([inkOn('#111827'), inkOn('#2563eb'), inkOn('#facc15'), inkOn('#ffffff'), inkOn('#000000')]).toEqual([
    '#ffffff',
    '#ffffff',
    '#111827',
    '#111827',
    '#ffffff',
  ]);
});

test('a colour that is none is not written into the mail', () => {
  const { html } = mailBody({ language: 'en', companyName: 'K', color: 'red;background:url(x)', paragraphs: ['Hello'] });
  expect(html).not.toContain('url(');
  expect(escapeHtml(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;');
});
