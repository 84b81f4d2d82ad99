import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { expenseDrafts } from '#data/expenses/expense-drafts.ts';
import { useExpense } from '#data/expenses/use-expenses.ts';
import type { CompanySettings } from '#domain/companies/company-settings.ts';
import { expenseFormValues, type ExpenseFormValues } from '#domain/expenses/expense-form.ts';
import { expenseEditRefusal } from '#domain/expenses/expense-lifecycle.ts';
import { type Expense, expenseInputSchema } from '#domain/expenses/expense.ts';
import { inputFrom } from '#domain/shared/record.ts';
import { standardRate } from '#domain/tax/tax-rates.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { asOpened } from '#widgets/as-opened.ts';
import { EditRecordPage } from '#widgets/EditRecordPage.tsx';
import { WithDraft } from '#widgets/WithDraft.tsx';
import { ExpenseForm } from './ExpenseForm.tsx';

const LIST = '/finance/expenses';

/** Create Expense without an id in the address, Edit Expense with one. */
export function ExpenseEditPage() {
  const { id } = useParams();
  return id === undefined ? <CreateExpense /> : <EditExpense key={id} id={id} />;
}

function CreateExpense() {
  const { t } = useTranslation('expenses');
  const { ctx, company } = useCompany();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const anew = params.get('anew');
  const { value: before } = useExpense(anew ?? '');
  if (anew !== null && before === undefined) return null;
  const blank = () =>
    before
      ? enteredAnew(before, company.settings.company_details.address.country)
      : { ...blankExpense(company.settings, ctx.today()), vendor_id: params.get('vendor') };
  return (
    <>
      <PageHeader title={t('title.create')} back={{ to: LIST, label: t('action.back') }} />
      <WithDraft shelf={expenseDrafts} fresh={blank} isFresh={params.has('vendor') || anew !== null}>
        {(drafted) => (
          <ExpenseForm drafted={drafted} cancelTo={LIST} onSaved={({ id }) => void navigate(`${LIST}/${id}`, { replace: true })} />
        )}
      </WithDraft>
    </>
  );
}

function EditExpense({ id }: { id: string }) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const { value: expense } = useExpense(id);
  const isRefused = expense && expenseEditRefusal(expense, ctx.access) !== null;
  return (
    <EditRecordPage
      title={t('title.edit')}
      record={expense}
      list={{ to: LIST, label: t('action.back') }}
      detail={{ to: `${LIST}/${id}`, label: expense?.number ?? t('title.detail') }}
      missing={{ title: t('notFound.title'), text: t('notFound.text') }}
      refused={isRefused ? { title: t('notAllowed.title'), text: t('notAllowed.text') } : null}
    >
      {(found) => <OpenedExpense record={found} />}
    </EditRecordPage>
  );
}

const OpenedExpense = asOpened(ExpenseAsOpened);

function ExpenseAsOpened({ record: expense }: { record: Expense }) {
  const navigate = useNavigate();
  const { company } = useCompany();
  const { country } = company.settings.company_details.address;
  const detail = `${LIST}/${expense.id}`;
  return (
    <WithDraft shelf={expenseDrafts} recordId={expense.id} fresh={() => expenseFormValues(inputFrom(expenseInputSchema, expense), country)}>
      {(drafted) => <ExpenseForm drafted={drafted} cancelTo={detail} onSaved={() => void navigate(detail, { replace: true })} />}
    </WithDraft>
  );
}

/** What a reversed expense was, to be put right; nobody is asked whether it is the same. */
const enteredAnew = (expense: Expense, country: string): ExpenseFormValues => ({
  ...expenseFormValues(inputFrom(expenseInputSchema, expense), country),
  paid_on: null,
  is_separate: true,
});

const blankExpense = ({ expense_defaults: defaults, company_details: details }: CompanySettings, today: string): ExpenseFormValues => ({
  category_id: null,
  vendor_id: null,
  customer_id: null,
  description: '',
  amount: null,
  currency: defaults.default_currency,
  tax_rate: standardRate(details.address.country, today),
  expense_date: today,
  is_billable: false,
  is_reimbursable: false,
  paid_on: null,
  payment_method: '',
});
