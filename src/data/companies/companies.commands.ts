import { authorise, type CommandContext, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { changeRecord } from '#data/core/write.ts';
import { type ExpenseDefaults, expenseDefaultsSchema } from '#domain/companies/expense-defaults.ts';
import type { Company } from '#domain/companies/company.ts';

/** What new expenses start with and what an approval means; other settings stay as they are. */
export async function editExpenseDefaults(db: CompanyDatabase, input: ExpenseDefaults, ctx: CommandContext): Promise<Company> {
  const values = parseInput(expenseDefaultsSchema, input);
  authorise(ctx, 'settings.expense');
  return changeRecord(db, 'companies', ctx.companyId, (current) => ({
    ...current,
    settings: { ...current.settings, expense_defaults: values },
  }));
}
