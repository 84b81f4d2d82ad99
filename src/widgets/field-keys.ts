import { entityNamed } from '#domain/registry.ts';

const SETTINGS: Readonly<Record<string, string>> = {
  company_details: 'settings:company',
  tax: 'settings:company',
  e_invoice: 'settings:company',
  invoice_defaults: 'settings:invoice',
  expense_defaults: 'settings:expenses',
  recurring_defaults: 'recurring:field',
  reminders: 'reminders:field',
};
/** Settings of the same name exist twice; these say which ones are meant. */
const SETTINGS_TITLE: Readonly<Record<string, string>> = {
  invoice_defaults: 'settings:title.invoice',
  expense_defaults: 'settings:title.expenses',
  recurring_defaults: 'settings:title.recurring',
  reminders: 'settings:title.reminders',
};
/** What is called otherwise in the texts than in the record. */
const NAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  companies: {
    name: 'settings:company.name',
    logo_path: 'settings:company.logo',
    bank_accounts: 'settings:title.bank_accounts',
    'settings.company_details.branding.logo_path': 'settings:company.logo',
    'settings.invoice_defaults.items.currency': 'settings:invoice.item_currency',
    'settings.invoice_defaults.footer.text': 'settings:invoice.footer_text',
    'settings.document_texts.payment_terms.de': 'settings:invoice.payment_terms',
    'settings.document_texts.payment_terms.en': 'settings:invoice.payment_terms',
    'settings.document_texts.invoice_note.de': 'settings:invoice.invoice_note',
    'settings.document_texts.invoice_note.en': 'settings:invoice.invoice_note',
    'settings.document_texts.footer_text.de': 'settings:invoice.footer_text',
    'settings.document_texts.footer_text.en': 'settings:invoice.footer_text',
    'settings.currency_sign.position': 'settings:invoice.currency_position',
    'settings.payment_texts.de': 'settings:bank.instructionsIn.de',
    'settings.payment_texts.en': 'settings:bank.instructionsIn.en',
    'settings.delivery_notes.number_format': 'history:field.delivery_note_numbers',
    'settings.bookkeeping.correction_window': 'periods:window.title',
    'settings.vat.periods': 'periods:vat.title',
    'settings.tax.vat_id': 'vendors:field.vat_id',
    'settings.exchange.currency': 'settings:company.books_currency',
    'settings.exchange.rates': 'settings:company.exchange_rates',
    'settings.numbers.leases': 'settings:numbers.leases',
    'settings.numbers.cancellations': 'settings:numbers.of.cancellations',
    'settings.numbers.corrections': 'settings:numbers.of.corrections',
  },
  members: {
    display_name: 'people:list.name',
    email: 'people:list.email',
    is_owner: 'people:role.owner',
    is_admin: 'people:role.admin',
    keys: 'people:member.single',
  },
  files: { name: 'vendors:field.name', expense_id: 'entities:expenses.one' },
  bank_accounts: {
    name: 'settings:bank.name',
    iban: 'settings:bank.iban',
    bic: 'settings:bank.bic',
    is_default: 'history:field.is_default',
  },
  mail_settings: { has_password: 'mail:smtp_password' },
};

/** Documents that keep their parties. */
const SNAPSHOTS: ReadonlySet<string> = new Set(['invoices', 'delivery_notes']);
const PARTIES: Readonly<Record<string, string>> = { seller: 'history:field.seller', buyer: 'history:field.buyer' };

/** What a letterhead calls otherwise than the settings it was taken from. */
const OF_LETTERHEAD: Readonly<Record<string, string>> = {
  template: 'default_template_id',
  delivery_note_template: 'default_delivery_note_template_id',
  logo_path: 'logo',
};

/** Where the name of a field may stand in the texts, the best place first; `title` says what it belongs to. */
export function fieldKeys(collection: string, name: string): { readonly keys: readonly string[]; readonly title?: string } {
  const named = NAMED[collection]?.[name];
  const path = name.split('.');
  const leaf = path.at(-1) ?? name;
  if (path[0] === 'settings') {
    const [, section = '', part = ''] = path;
    const area = part === 'bank' ? 'settings:bank' : part === 'address' ? 'vendors:field' : (SETTINGS[section] ?? '');
    const title = SETTINGS_TITLE[section];
    return { keys: [named ?? `${area}.${leaf}`], ...(title && { title }) };
  }
  if (path.at(-2)?.endsWith('letterhead')) {
    const setting = OF_LETTERHEAD[leaf] ?? leaf;
    return { keys: [`settings:invoice.${setting}`, `settings:company.${setting}`] };
  }
  const party = SNAPSHOTS.has(collection) ? PARTIES[path[0] ?? ''] : undefined;
  if (party && path.length === 1) return { keys: [party] };
  if (party && path[0] === 'buyer') return { keys: [`customers:field.${leaf}`], title: party };
  if (party)
    return {
      keys: [
        `history:field.seller_${leaf}`,
        `settings:company.${leaf}`,
        `settings:bank.${leaf.replace(/^(bank|payment)_/, '')}`,
        `vendors:field.${leaf}`,
      ],
      title: party,
    };
  if (path[0] === 'exchange' && path.length > 1) return { keys: [`common:exchange.field.${leaf}`] };
  if (collection === 'mail_settings') return { keys: [named ?? `mail:${leaf}`] };
  const namespace = entityNamed(collection)?.texts;
  return { keys: [...(named ? [named] : []), ...(namespace ? [`${namespace}:field.${name}`] : []), `history:field.${leaf}`] };
}

/** Written as the text keys are asked for elsewhere, so that a search for one finds it here. */
const CHOICES: Readonly<Record<string, (value: string) => string>> = {
  payment_method: (value) => `expenses:method.${value}`,
  payment_status: (value) => `invoices:status.${value}`,
  tax_mode: (value) => `invoices:taxMode.${value}`,
  tax_category: (value) => `products:tax_category.${value}`,
  language: (value) => `invoices:language.${value}`,
  document_type: (value) => `invoices:document.${value}`,
  generate_as: (value) => `recurring:generateAs.${value}`,
  default_template_id: (value) => `settings:invoice.template.${value}`,
  default_delivery_note_template_id: (value) => `settings:invoice.template.${value}`,
  template: (value) => `settings:invoice.template.${value}`,
  delivery_note_template: (value) => `settings:invoice.template.${value}`,
  rates: (value) => `settings:company.rates.${value}`,
  debtors: (value) => `reminders:debtors.${value}`,
  e_invoice_format: (value) => `eInvoice:format.${value}`,
  currency_position: (value) => `settings:invoice.position.${value}`,
  position: (value) => `settings:invoice.position.${value}`,
  font: (value) => `settings:company.fontFamily.${value}`,
  integrity: (value) => `history:integrity.${value}`,
  original_integrity: (value) => `history:integrity.${value}`,
};

/** Where the name of one of a fixed set, such as a status, may stand in the texts. */
export function choiceKeys(collection: string, name: string, given: string): readonly string[] {
  const leaf = name.split('.').at(-1) ?? name;
  const namespace = entityNamed(collection)?.texts;
  const key = name === 'exchange.source' ? `common:exchange.source.${given}` : CHOICES[leaf]?.(given);
  return [...(key ? [key] : []), ...(namespace ? [`${namespace}:${name}.${given}`] : [])];
}
