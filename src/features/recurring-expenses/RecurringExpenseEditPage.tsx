import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useEditDraft, useNewDraft } from '#data/drafts/use-drafts.ts';
import { useExpense } from '#data/expenses/use-expenses.ts';
import { type RecurringExpenseDraft, recurringExpenseDrafts } from '#data/recurring-expenses/recurring-expense-drafts.ts';
import { useRecurringExpense } from '#data/recurring-expenses/use-recurring-expenses.ts';
import { can } from '#domain/access/access.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import {
  recurringExpenseFormValues,
  recurringExpenseInputFrom,
  recurringFromExpense,
} from '#domain/recurring-expenses/recurring-expense-form.ts';
import type { RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
import { taxRatesFor } from '#domain/tax/tax-rates.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { RecurringExpenseForm } from './RecurringExpenseForm.tsx';

const LIST = '/finance/recurring-expenses';
const idOf = (draft: RecurringExpenseDraft) => draft.recordId;

/** Create Recurring Expense without an id in the address (`?expense=` fills it from an expense), Edit Recurring Expense with one. */
export function RecurringExpenseEditPage() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const { value: expense, isLoading } = useExpense(params.get('expense') ?? '');
  if (id !== undefined) return <EditRecurringExpense key={id} id={id} />;
  return isLoading || expense === undefined ? null : <CreateRecurringExpense expense={expense} />;
}

function CreateRecurringExpense({ expense }: { expense: Expense | null }) {
  const { t } = useTranslation('recurring');
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const blank = useBlankDraft(expense);
  const opened = useNewDraft(recurringExpenseDrafts, { blank, recordIdOf: idOf, round, isFresh: expense !== null });
  return (
    <>
      <PageHeader title={t('title.createExpense')} back={{ to: LIST, label: t('action.backExpenses') }} />
      {opened && (
        <RecurringExpenseForm
          key={opened.draft.recordId}
          kind="new"
          opened={opened}
          cancelTo={LIST}
          onSaved={(item) => void navigate(`${LIST}/${item.id}`, { replace: true })}
          onDiscarded={() => setRound(round + 1)}
        />
      )}
    </>
  );
}

function EditRecurringExpense({ id }: { id: string }) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const { value: item } = useRecurringExpense(id);
  const back = { to: LIST, label: t('action.backExpenses') };
  const detail = { to: `${LIST}/${id}`, label: t('title.expense') };
  if (item === undefined) return <PageHeader title={t('title.editExpense')} back={back} />;
  if (item === null) return <RecordMissing title={t('notFound.title')} text={t('notFound.textExpense')} back={back} />;
  if (!can(ctx.access, 'recurring_expenses.update'))
    return <RecordMissing title={t('notAllowed.title')} text={t('notAllowed.text')} back={detail} />;
  return (
    <>
      <PageHeader title={t('title.editExpense')} back={detail} />
      <OpenedRecurringExpense item={item} />
    </>
  );
}

function OpenedRecurringExpense({ item }: { item: RecurringExpense }) {
  const navigate = useNavigate();
  const [start] = useState(item); // what arrives while the form is open stays out of it; only changed fields are saved
  const [round, setRound] = useState(0);
  const stored = useEditDraft(recurringExpenseDrafts, start.id);
  if (stored === undefined) return null;
  const values = recurringExpenseFormValues(recurringExpenseInputFrom(start));
  const fresh = { draft: { recordId: start.id, values }, restoredAt: null };
  const detail = `${LIST}/${start.id}`;
  return (
    <RecurringExpenseForm
      key={round}
      kind="edit"
      opened={round === 0 ? (stored ?? fresh) : fresh}
      before={start}
      cancelTo={detail}
      onSaved={() => void navigate(detail, { replace: true })}
      onDiscarded={() => setRound(round + 1)}
    />
  );
}

function useBlankDraft(expense: Expense | null): () => RecurringExpenseDraft {
  const { ctx, company } = useCompany();
  return useCallback(() => {
    const { expense_defaults, recurring_defaults, company_details } = company.settings;
    const values = recurringFromExpense(expense, {
      currency: expense_defaults.default_currency,
      taxRate: taxRatesFor(company_details.address.country).own[0] ?? null,
      schedule: recurring_defaults,
      today: ctx.today(),
    });
    return { recordId: ctx.newId(), values };
  }, [ctx, company, expense]);
}
