import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { useExpense } from '#data/expenses/use-expenses.ts';
import { recurringExpenseDrafts } from '#data/recurring-expenses/recurring-expense-drafts.ts';
import { useRecurringExpense } from '#data/recurring-expenses/use-recurring-expenses.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { recurringExpenseFormValues, recurringFromExpense } from '#domain/recurring-expenses/recurring-expense-form.ts';
import { recurringExpenseTitle } from '#domain/recurring-expenses/recurring-expense-title.ts';
import { type RecurringExpense, recurringExpenseInputSchema } from '#domain/recurring-expenses/recurring-expense.ts';
import { inputFrom } from '#domain/shared/record.ts';
import { standardRate } from '#domain/tax/tax-rates.ts';
import { CreateRecurringPage, EditRecurringPage } from '#widgets/recurring/RecurringPages.tsx';
import { WithDraft } from '#widgets/WithDraft.tsx';
import { RecurringExpenseForm } from './RecurringExpenseForm.tsx';

const LIST = '/finance/recurring-expenses';

/** Create Recurring Expense without an id in the address (`?expense=` fills it from an expense), Edit Recurring Expense with one. */
export function RecurringExpenseEditPage() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const { value: expense, isLoading } = useExpense(params.get('expense') ?? '');
  if (id !== undefined) return <EditRecurringExpense key={id} id={id} />;
  return isLoading || expense === undefined ? null : <CreateRecurringExpense expense={expense} />;
}

function CreateRecurringExpense({ expense }: { expense: Expense | null }) {
  const { ctx, company } = useCompany();
  const navigate = useNavigate();
  const filled = () => {
    const { expense_defaults, recurring_defaults, company_details } = company.settings;
    return recurringFromExpense(expense, {
      currency: expense_defaults.default_currency,
      taxRate: standardRate(company_details.address.country, ctx.today()),
      schedule: recurring_defaults,
      today: ctx.today(),
    });
  };
  return (
    <CreateRecurringPage kind="expenses">
      <WithDraft shelf={recurringExpenseDrafts} fresh={filled} isFresh={expense !== null}>
        {(drafted) => (
          <RecurringExpenseForm
            drafted={drafted}
            hasSeveralRates={expense !== null && expense.tax_lines.length > 1}
            cancelTo={LIST}
            onSaved={({ id }) => void navigate(`${LIST}/${id}`, { replace: true })}
          />
        )}
      </WithDraft>
    </CreateRecurringPage>
  );
}

function EditRecurringExpense({ id }: { id: string }) {
  const { value: item } = useRecurringExpense(id);
  const { value: vendors } = useDirectory('vendors');
  const name = item && recurringExpenseTitle(item, vendors?.byId.get(item.vendor_id ?? '')?.name);
  return (
    <EditRecurringPage kind="expenses" id={id} item={item} name={name ?? ''}>
      {(found) => <OpenedRecurringExpense item={found} />}
    </EditRecurringPage>
  );
}

function OpenedRecurringExpense({ item }: { item: RecurringExpense }) {
  const navigate = useNavigate();
  const detail = `${LIST}/${item.id}`;
  const fresh = () => recurringExpenseFormValues(inputFrom(recurringExpenseInputSchema, item));
  return (
    <WithDraft shelf={recurringExpenseDrafts} recordId={item.id} fresh={fresh}>
      {(drafted) => (
        <RecurringExpenseForm drafted={drafted} before={item} cancelTo={detail} onSaved={() => void navigate(detail, { replace: true })} />
      )}
    </WithDraft>
  );
}
