import { activityLog } from '#domain/activity/activity-log.entity.ts';
import { companies } from '#domain/companies/companies.entity.ts';
import type { EntitySpec, RecordOf, Reference } from '#domain/shared/define-entity.ts';
import { deliveryNotes } from '#domain/delivery-notes/delivery-notes.entity.ts';
import { directories } from '#domain/directories.ts';
import { expenseCategories } from '#domain/expense-categories/expense-categories.entity.ts';
import { expenses } from '#domain/expenses/expenses.entity.ts';
import { files } from '#domain/files/files.entity.ts';
import { invoices } from '#domain/invoices/invoices.entity.ts';
import { members } from '#domain/members/members.entity.ts';
import { payments } from '#domain/payments/payments.entity.ts';
import { periodFigures } from '#domain/periods/period-figures.entity.ts';
import { periods } from '#domain/periods/periods.entity.ts';
import { recurringExpenses } from '#domain/recurring-expenses/recurring-expenses.entity.ts';
import { recurringInvoices } from '#domain/recurring-invoices/recurring-invoices.entity.ts';

/**
 * Every entity that the server keeps and devices sync, by the name of its table and collection, parents before children. Push and pull order,
 * search, rights, links and the lists of the tests iterate this; what is not in it is nowhere.
 * RxDB's free edition opens at most 13 collections per page: kinds with few records share one (`shelf`).
 */
export const registry = {
  companies,
  members,
  expense_categories: expenseCategories,
  ...directories,
  invoices,
  payments,
  recurring_invoices: recurringInvoices,
  delivery_notes: deliveryNotes,
  expenses,
  recurring_expenses: recurringExpenses,
  files,
  activity_log: activityLog,
  periods,
  period_figures: periodFigures,
} as const;

export type CollectionName = keyof typeof registry;
export type RecordIn<N extends CollectionName> = RecordOf<(typeof registry)[N]>;

export const COLLECTION_NAMES = Object.keys(registry) as readonly CollectionName[];

/** A description as what all of them have; `registry[name]` knows the record's type. */
export const entityOf = (name: CollectionName): EntitySpec => registry[name] as unknown as EntitySpec;

/** A description by a name that may be none of ours: what history and links name. */
export const entityNamed = (name: string): EntitySpec | undefined => COLLECTION_NAMES.filter((each) => each === name).map(entityOf)[0];

/** Of which entity a field holds an id, whatever record it stands in. */
export const REFERENCES: Readonly<Record<string, Reference>> = Object.assign(
  {},
  ...COLLECTION_NAMES.map((name) => entityOf(name).references),
);

/** A field of an entity that holds the id of a record of another. */
export type Referring = { readonly from: CollectionName; readonly field: string; readonly protects: boolean };

/** The fields in which records of this entity are named. */
export const referringTo = (name: CollectionName): readonly Referring[] =>
  COLLECTION_NAMES.flatMap((from) =>
    Object.entries(entityOf(from).references ?? {}).flatMap(([field, { to, protects }]) =>
      to === name ? [{ from, field, protects }] : [],
    ),
  );
