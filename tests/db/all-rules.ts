import { NOTED_BY_SERVER } from './rules-noted.ts';
import { NOTED_TABLES } from './rules-noted-tables.ts';
import { BOOKING_DAYS } from './rules-booking-days.ts';
import { TAX_POINTS } from './rules-tax-points.ts';
import { EXCHANGE } from './rules-exchange.ts';
import { STORED_EXCHANGE } from './rules-exchange-stored.ts';
import { FOREIGN_EXPENSES } from './rules-foreign-expenses.ts';
import { FOREIGN_INVOICES } from './rules-foreign-invoices.ts';
import { FOREIGN_PAYMENTS } from './rules-foreign-payments.ts';
import { FIGURES_IN_BOOKS } from './rules-figures-in-books.ts';
import { PERIODS_AND_WINDOWS } from './rules-periods.ts';
import { BOOKED_AND_REVERSED } from './rules-reversals.ts';
import { ACTIVITY } from './rules-activity.ts';
import { BANK_ACCOUNTS } from './rules-bank-accounts.ts';
import { BETWEEN_COMPANIES } from './rules-between.ts';
import { EXPENSE_DECISIONS } from './rules-expenses-decided.ts';
import { EXPENSE_STEPS_AND_EDITS } from './rules-expenses.ts';
import { FILE_CHECKS } from './rules-file-checks.ts';
import { FIGURE_CELLS } from './rules-figure-cells.ts';
import { FIGURES } from './rules-figures.ts';
import { ORIGINALS } from './rules-originals.ts';
import { FOUNDING } from './rules-founding.ts';
import { IMPORTS } from './rules-import.ts';
import { HISTORY } from './rules-history.ts';
import { INVITATIONS_SENT } from './rules-invitations-sent.ts';
import { INVITATIONS } from './rules-invitations.ts';
import { LIMITS } from './rules-limits.ts';
import { IN_BUCKETS } from './rules-buckets.ts';
import { DOCUMENTS } from './rules-documents.ts';
import { REFERENCES } from './rules-references.ts';
import { SQL_VALUES } from './rules-values.ts';
import { BLIND } from './rules-blind.ts';
import { INVITES } from './rules-invites.ts';
import { INVOICES } from './rules-invoices.ts';
import { PEOPLE } from './rules-people.ts';
import { DELIVERY_MAILS } from './rules-delivery-mails.ts';
import { DELIVERY_NOTES, RATES_AT_ISSUE } from './rules-delivery-notes.ts';
import { LEASED_BUYERS } from './rules-leased-buyers.ts';
import { LEASED_INVOICES } from './rules-leased-invoices.ts';
import { NUMBER_LEASES } from './rules-number-leases.ts';
import { NUMBER_SERIES } from './rules-number-series.ts';
import { RESTORED_LEASES } from './rules-restored-leases.ts';
import { TAKEN_NUMBERS } from './rules-taken-numbers.ts';
import { DOCUMENT_TEXTS } from './rules-document-texts.ts';
import { REMINDER_SETTINGS } from './rules-reminder-settings.ts';
import { REMINDERS } from './rules-reminders.ts';
import { LETTERHEADS } from './rules-letterheads.ts';
import { CORRECTIONS } from './rules-corrections.ts';
import { CORRECTED_PAYMENTS } from './rules-corrected-payments.ts';
import { REPLACEMENTS } from './rules-replacements.ts';
import { PICTURES } from './rules-pictures.ts';
import { PLATFORM } from './rules-platform.ts';
import { POINTERS_OF_TABLES } from './rules-pointers.ts';
import { TWINS_OF_TABLES } from './rules-twins.ts';
import { WRITABLE } from './rules-writable.ts';
import { ARCHIVE } from './rules-archive.ts';
import { COMPANY_CLOSED } from './rules-company-closed.ts';
import { COMPANY_END } from './rules-company-end.ts';
import { COMPANY_GONE } from './rules-company-gone.ts';
import { REMOVED_FROM_COMPANIES } from './rules-removed-company.ts';
import { PROCEDURE } from './rules-procedure.ts';
import { LEDGER } from './rules-ledger.ts';
import { LEDGER_CHECKED } from './rules-ledger-checked.ts';
import { LIFECYCLE } from './rules-lifecycle.ts';
import { MAILS } from './rules-mails.ts';
import { MARKS } from './rules-marks.ts';
import { NAMED_IDS } from './rules-named-ids.ts';
import { NEIGHBOURS_PEOPLE } from './rules-neighbours-people.ts';
import { NEIGHBOURS } from './rules-neighbours.ts';
import { NOTIFICATIONS } from './rules-notifications.ts';
import { ORPHANS } from './rules-orphans.ts';
import { BOOKS_STAY } from './rules-books-stay.ts';
import { PAID_REVERSALS } from './rules-paid-reversals.ts';
import { PAGES } from './rules-pages.ts';
import { PULL } from './rules-pull.ts';
import { PUSHED_LINES } from './rules-push-lines.ts';
import { PUSH_MESSAGES } from './rules-push-messages.ts';
import { PUSH_RUNS } from './rules-push-runs.ts';
import { PUSH } from './rules-push.ts';
import { RECOVERY } from './rules-recovery.ts';
import { SERIES_NOW } from './rules-series-now.ts';
import { SERIES } from './rules-series.ts';
import { ISSUING } from './rules-issuing.ts';
import { MATRIX, TENANCY } from './rules-matrix.ts';
import { RECURRING } from './rules-recurring.ts';
import { ROWS } from './rules-rows.ts';
import { SESSIONS_ENDED } from './rules-sessions.ts';
import { TAXES } from './rules-taxes.ts';
import { SPECIAL } from './rules-special.ts';
import { STORED } from './rules-storage.ts';
import { TAX_LINES } from './rules-tax-lines.ts';
import { TRAIL } from './rules-trail.ts';
import { TRAIL_READERS } from './rules-trail-readers.ts';
import { TRIGGERS } from './rules-triggers.ts';
import type { Rule } from './rules.ts';

/** What the tables demand, allow and begin with by themselves. */
export const RULES_OF_TABLES: readonly Rule[] = [
  ...WRITABLE,
  ...TWINS_OF_TABLES,
  ...SQL_VALUES,
  ...ROWS,
  ...POINTERS_OF_TABLES,
  ...REFERENCES,
  ...NOTED_TABLES,
];

/** Everything that must hold about access, whatever the engine. */
export const RULES: readonly Rule[] = [
  ...TENANCY,
  ...SPECIAL,
  ...STORED,
  ...PLATFORM,
  ...TRIGGERS,
  ...PEOPLE,
  ...INVITES,
  ...INVITATIONS,
  ...INVITATIONS_SENT,
  ...EXPENSE_STEPS_AND_EDITS,
  ...EXPENSE_DECISIONS,
  ...NOTED_BY_SERVER,
  ...ARCHIVE,
  ...COMPANY_END,
  ...COMPANY_CLOSED,
  ...COMPANY_GONE,
  ...REMOVED_FROM_COMPANIES,
  ...PROCEDURE,
  ...LEDGER,
  ...LEDGER_CHECKED,
  ...PERIODS_AND_WINDOWS,
  ...EXCHANGE,
  ...STORED_EXCHANGE,
  ...FOREIGN_EXPENSES,
  ...FOREIGN_INVOICES,
  ...FOREIGN_PAYMENTS,
  ...FIGURES_IN_BOOKS,
  ...FIGURE_CELLS,
  ...FIGURES,
  ...BOOKING_DAYS,
  ...TAX_POINTS,
  ...BOOKED_AND_REVERSED,
  ...PAID_REVERSALS,
  ...BOOKS_STAY,
  ...SESSIONS_ENDED,
  ...DELIVERY_MAILS,
  ...DELIVERY_NOTES,
  ...NUMBER_LEASES,
  ...LEASED_INVOICES,
  ...LEASED_BUYERS,
  ...NUMBER_SERIES,
  ...RESTORED_LEASES,
  ...TAKEN_NUMBERS,
  ...RATES_AT_ISSUE,
  ...DOCUMENT_TEXTS,
  ...LETTERHEADS,
  ...CORRECTIONS,
  ...CORRECTED_PAYMENTS,
  ...REPLACEMENTS,
  ...REMINDERS,
  ...REMINDER_SETTINGS,
  ...PICTURES,
  ...INVOICES,
  ...ISSUING,
  ...TAXES,
  ...RECURRING,
  ...SERIES,
  ...SERIES_NOW,
  ...LIFECYCLE,
  ...NEIGHBOURS_PEOPLE,
  ...NEIGHBOURS,
  ...RECOVERY,
  ...HISTORY,
  ...FOUNDING,
  ...IMPORTS,
  ...MAILS,
  ...NOTIFICATIONS,
  ...PUSH_MESSAGES,
  ...ORPHANS,
  ...PUSH,
  ...PUSH_RUNS,
  ...PUSHED_LINES,
  ...PULL,
  ...PAGES,
  ...MARKS,
  ...NAMED_IDS,
  ...BANK_ACCOUNTS,
  ...BETWEEN_COMPANIES,
  ...BLIND,
  ...TAX_LINES,
  ...LIMITS,
  ...IN_BUCKETS,
  ...DOCUMENTS,
  ...ACTIVITY,
  ...FILE_CHECKS,
  ...ORIGINALS,
  ...TRAIL,
  ...TRAIL_READERS,
  ...RULES_OF_TABLES,
  ...MATRIX,
];
