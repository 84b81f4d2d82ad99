import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useEditDraft, useNewDraft } from '#data/drafts/use-drafts.ts';
import { type ExpenseDraft, expenseDrafts, type ExpenseFormValues } from '#data/expenses/expense-drafts.ts';
import { useExpense } from '#data/expenses/use-expenses.ts';
import { editRefusal } from '#domain/expenses/expense-lifecycle.ts';
import { type Expense, type ExpenseInput, expenseInputSchema } from '#domain/expenses/expense.ts';
import { taxRatesFor } from '#domain/tax/tax-rates.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { ExpenseForm } from './ExpenseForm.tsx';
import { useSharedFiles } from './use-shared-files.ts';

const LIST = '/finance/expenses';
const idOf = (draft: ExpenseDraft) => draft.expenseId;

/** Create Expense without an id in the address, Edit Expense with one. */
export function ExpenseEditPage() {
  const { id } = useParams();
  return id === undefined ? <CreateExpense /> : <EditExpense key={id} id={id} />;
}

function CreateExpense() {
  const { t } = useTranslation('expenses');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [round, setRound] = useState(0);
  const blank = useBlankDraft(params.get('vendor'));
  const opened = useNewDraft(expenseDrafts, { blank, recordIdOf: idOf, round, isFresh: false });
  const shared = useSharedFiles();
  return (
    <>
      <PageHeader title={t('title.create')} back={{ to: LIST, label: t('action.back') }} />
      {opened && shared && (
        <ExpenseForm
          key={opened.draft.expenseId}
          kind="new"
          opened={opened}
          sharedFiles={shared}
          cancelTo={LIST}
          onSaved={(expense) => void navigate(`${LIST}/${expense.id}`, { replace: true })}
          onDiscarded={() => setRound(round + 1)}
        />
      )}
    </>
  );
}

function EditExpense({ id }: { id: string }) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const { value: expense } = useExpense(id);
  const back = { to: LIST, label: t('action.back') };
  if (expense === undefined) return <PageHeader title={t('title.edit')} back={back} />;
  if (expense === null) return <RecordMissing title={t('notFound.title')} text={t('notFound.text')} back={back} />;
  if (editRefusal(expense, ctx.access)) {
    return (
      <RecordMissing title={t('notAllowed.title')} text={t('notAllowed.text')} back={{ to: `${LIST}/${id}`, label: t('title.detail') }} />
    );
  }
  return (
    <>
      <PageHeader title={t('title.edit')} back={{ to: `${LIST}/${id}`, label: expense.number ?? t('title.detail') }} />
      <OpenedExpense expense={expense} />
    </>
  );
}

function OpenedExpense({ expense }: { expense: Expense }) {
  const navigate = useNavigate();
  const [start] = useState(expense); // what arrives while the form is open stays out of it; only changed fields are saved
  const [round, setRound] = useState(0);
  const stored = useEditDraft(expenseDrafts, start.id);
  if (stored === undefined) return null;
  const fresh = { draft: { expenseId: start.id, values: formValuesOf(start), receipts: [] }, restoredAt: null };
  const detail = `${LIST}/${start.id}`;
  return (
    <ExpenseForm
      key={round}
      kind="edit"
      opened={round === 0 ? (stored ?? fresh) : fresh}
      before={inputOf(start)}
      cancelTo={detail}
      onSaved={() => void navigate(detail, { replace: true })}
      onDiscarded={() => setRound(round + 1)}
    />
  );
}

function useBlankDraft(vendorId: string | null): () => ExpenseDraft {
  const { ctx, company } = useCompany();
  return useCallback(() => {
    const { expense_defaults: defaults, company_details: details } = company.settings;
    const values: ExpenseFormValues = {
      category_id: null,
      vendor_id: vendorId,
      customer_id: null,
      description: '',
      amount: null,
      currency: defaults.default_currency,
      tax_rate: taxRatesFor(details.address.country).own[0] ?? null,
      expense_date: ctx.today(),
      is_billable: false,
      is_reimbursable: false,
      payment_method: '',
    };
    return { expenseId: ctx.newId(), values, receipts: [] };
  }, [ctx, company, vendorId]);
}

const INPUT_FIELDS = Object.keys(expenseInputSchema.shape) as (keyof ExpenseInput)[];

function inputOf(expense: Expense): ExpenseInput {
  return Object.fromEntries(INPUT_FIELDS.map((field) => [field, expense[field]])) as ExpenseInput;
}

function formValuesOf(expense: Expense): ExpenseFormValues {
  const { tax_amount: _tax, paid_on: _paid, ...values } = inputOf(expense);
  return values;
}
