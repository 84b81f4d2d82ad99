import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { type CommandContext, authorise, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { changeRecord } from '#data/core/write.ts';
import type { Company } from '#domain/companies/company.ts';
import { type RecurringDefaults, recurringDefaultsSchema } from '#domain/companies/recurring-defaults.ts';

/** What the form showed when it opened, and what it holds now. */
export type RecurringDefaultsEdit = { readonly opened: RecurringDefaults; readonly values: RecurringDefaults };

/** What new recurring items start with: only what the person changed is written, other settings stay as they are. */
export async function editRecurringDefaults(
  db: CompanyDatabase,
  { opened, values }: RecurringDefaultsEdit,
  ctx: CommandContext,
): Promise<Company> {
  const typed = parseInput(recurringDefaultsSchema, values);
  authorise(ctx, 'settings.invoice');
  const keys = Object.keys(typed) as (keyof RecurringDefaults)[];
  const changed = Object.fromEntries(keys.filter((key) => typed[key] !== opened[key]).map((key) => [key, typed[key]]));
  return changeRecord(db, 'companies', ctx.companyId, (current) => ({
    ...current,
    settings: { ...current.settings, recurring_defaults: { ...current.settings.recurring_defaults, ...changed } },
  }));
}

/** The command bound to the open company. */
export function useRecurringDefaultsCommand() {
  const { db, ctx } = useCompany();
  return useMemo(() => (edit: RecurringDefaultsEdit) => editRecurringDefaults(db, edit, ctx), [db, ctx]);
}
