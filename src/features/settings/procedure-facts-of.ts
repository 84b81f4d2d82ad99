import type { ProcedureState } from '#data/procedure/procedure.ts';
import { PERMISSION_KEYS } from '#domain/access/access.ts';
import { roleOfMember } from '#domain/access/role.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import type { Company } from '#domain/companies/company.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import type { DocumentLanguage } from '#domain/documents/printable-document.ts';
import { addressLines } from '#domain/documents/address-lines.ts';
import { sellerOf } from '#domain/invoices/party-snapshots.ts';
import type { Member } from '#domain/members/member.ts';
import type { AccountingPeriod } from '#domain/periods/accounting-period.ts';
import type { ProcedureFacts } from '#domain/procedure/procedure-facts.ts';
import { retentionYears } from '#domain/retention/retention.ts';
import { COLLECTION_NAMES, type CollectionName, entityOf } from '#domain/registry.ts';
import { TAX_RATES_VERSION } from '#domain/tax/tax-rates.ts';
import type { Texts } from '#platform/i18n/i18n.ts';
import { formatDay, formatInstant, formatMonth, formatNumber } from '#platform/i18n/format.ts';

type Known = {
  readonly state: ProcedureState;
  readonly company: Company;
  readonly members: readonly Member[];
  readonly periods: readonly AccountingPeriod[];
  readonly userId: string;
  readonly today: string;
};
type Words = { readonly t: Texts; readonly language: DocumentLanguage };

/** `Invoices: View, Issue; Payments: View` */
function rightsOf(keys: readonly string[], t: Texts): string {
  const word = (resource: string) => {
    const name = COLLECTION_NAMES.find((each) => entityOf(each).resource === resource && each !== 'period_figures');
    return name ? t(`entities:${name}.many`) : t(`people:resource.${resource}` as 'people:resource.dashboard');
  };
  const held = PERMISSION_KEYS.filter((key) => keys.includes(key)).map((key) => key.split('.') as [string, string]);
  return [...new Set(held.map(([resource]) => resource))]
    .map((resource) => {
      const actions = held.filter(([each]) => each === resource).map(([, action]) => t(`people:action.${action}` as 'people:action.view'));
      return `${word(resource)}: ${actions.join(', ')}`;
    })
    .join('; ');
}

function personOf(member: Member, { t, secondFactors }: { t: Texts; secondFactors: readonly string[] }) {
  const role = roleOfMember(member);
  return {
    name: member.display_name || member.email,
    role: t(`people:role.${role}`),
    rights: role === 'custom' ? rightsOf(member.keys, t) : t(`people:roleText.${role}`),
    hasSecondFactor: secondFactors.includes(member.user_id),
  };
}

/** The owner first, then who administers, then by name. */
const byRank = (a: Member, b: Member): number =>
  Number(b.is_owner) - Number(a.is_owner) || Number(b.is_admin) - Number(a.is_admin) || a.display_name.localeCompare(b.display_name);

/** What changed, in words: `Member “Anna”: Rights changed by Sven`. */
function changeOf(
  { type, entity_type, label, actor_id }: ProcedureState['changes'][number],
  { t, language }: Words,
  members: readonly Member[],
) {
  const name = members.find(({ user_id }) => user_id === actor_id)?.display_name ?? t('history:system');
  const sentence = t(`history:by.${type}` as 'history:by.created', { name, defaultValue: t('history:by.other', { name, type }) });
  const kind = t(`entities:${entity_type as CollectionName}.one`, { defaultValue: entity_type.replaceAll('_', ' ') });
  const shown = entity_type === 'periods' && /^\d{4}-\d{2}/.test(label) ? formatMonth(monthOf(label), language, 'long') : label;
  return [[kind, shown].filter(Boolean).join(' '), sentence].join(': ');
}

export const addressOf = (company: Company, language: DocumentLanguage): readonly string[] => {
  const seller = sellerOf(company, language);
  return addressLines(seller, { language, home: seller.country });
};

/** Everything that the description says, in words of its language. */
export function procedureFactsOf({ state, company, members, periods, userId, today }: Known, words: Words): ProcedureFacts {
  const { t, language } = words;
  const {
    company_details: details,
    invoice_defaults,
    expense_defaults,
    recurring_defaults,
    tax,
    bookkeeping,
    vat,
    numbers,
  } = company.settings;
  const { country } = details.address;
  const at = (instant: string) => formatInstant(instant, language, details.basics.timezone);
  const day = (instant: string) => formatDay(instant.slice(0, 10), language);
  return {
    company: {
      name: company.name,
      address: addressOf(company, language).join(', '),
      country,
      taxNumber: tax.tax_number,
      vatId: tax.vat_id,
      timezone: details.basics.timezone,
    },
    software: { app: state.app, schema: state.schema ?? '–', rates: TAX_RATES_VERSION },
    version: state.version,
    madeOn: formatDay(today, language),
    madeBy: members.find(({ user_id }) => user_id === userId)?.display_name ?? '–',
    isNew: state.is_new,
    since: state.since && day(state.since),
    changes: state.changes.map((change) => ({ at: at(change.at), what: changeOf(change, words, members) })),
    changeCount: state.change_count,
    people: members.toSorted(byRank).map((member) => personOf(member, { t, secondFactors: state.second_factors })),
    invoiceFormat: invoice_defaults.generated_number_format,
    ownFormats: { cancellations: numbers.cancellations.trim(), corrections: numbers.corrections.trim() },
    takesNumbersAlong: numbers.leases,
    expenseFormat: expense_defaults.generated_number_format,
    correctionDays: bookkeeping.correction_window === 'month' ? null : Number(bookkeeping.correction_window),
    books: { currency: booksCurrency(company.settings), rates: company.settings.exchange.rates },
    isPaidOnApproval: expense_defaults.mark_as_paid_on_approval,
    generatesByItself: recurring_defaults.auto_generate,
    isSmallBusiness: tax.small_business,
    vat: vat.periods.map((period) => ({ ...period, from: formatMonth(period.from, language, 'long') })),
    closedMonths: periods
      .filter(({ is_closed }) => is_closed)
      .map(({ month }) => monthOf(month))
      .toSorted()
      .map((month) => formatMonth(month, language, 'long')),
    ledger: state.ledger && { seq: formatNumber(state.ledger.seq, language), sha256: state.ledger.sha256, at: at(state.ledger.at) },
    exportedOn: state.exported_at && at(state.exported_at),
    years: { documents: retentionYears(country, 'documents'), books: retentionYears(country, 'books') },
  };
}
