import { Button, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconCalendarDollar,
  IconCheck,
  IconPencil,
  IconRepeat,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import { useStanding } from '#data/expenses/use-expenses.ts';
import { useMembers } from '#data/members/use-members.ts';
import { can } from '#domain/access/access.ts';
import {
  expenseDeleteRefusal,
  expenseEditRefusal,
  type ExpenseStep,
  paymentDateRefusal,
  reversalRefusal,
  stepRefusal,
} from '#domain/expenses/expense-lifecycle.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { MoreMenu } from '#ui/MoreMenu.tsx';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { BookingDayDialog } from '#widgets/BookingDayDialog.tsx';
import { ReversalDialog } from '#widgets/ReversalDialog.tsx';
import { useMemberName } from '#widgets/MemberName.tsx';
import classes from './ExpenseActions.module.css';
import { PaymentDateDialog } from './PaymentDateDialog.tsx';

type Props = { expense: Expense; label: string };
type Asking = 'approve' | 'reject' | 'reopen' | 'paymentDate' | 'reverse' | 'delete' | null;

/** What this person may do with this expense now; the server has the last word. */
export function ExpenseActions({ expense, label }: Props) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const { value: members } = useMembers();
  const commands = useExpenseCommands();
  const [asking, setAsking] = useState<Asking>(null);
  const standing = useStanding(expense.id);
  const actor = { access: ctx.access, isSoleMember: members?.size === 1 };
  const may = (step: ExpenseStep) => standing !== null && stepRefusal(step, expense, actor, standing) === null;
  // What comes late for a closed month is approved for an open one.
  const mayApproveLate = standing !== null && stepRefusal('approve', expense, actor, { ...standing, bookedOn: ctx.today() }) === null;
  const approve = useCommand(commands.approveExpense);
  const reimburse = useCommand(commands.reimburseExpense);
  const reopen = useCommand(commands.reopenExpense);

  const runApprove = async () => {
    if (!may('approve')) return setAsking('approve');
    const saved = await approve.run({ seen: expense });
    if (saved) showToast({ type: 'success', text: t(saved.status === 'reimbursed' ? 'toast.approvedAndPaid' : 'toast.approved') });
  };
  const runReimburse = async () => {
    if (await reimburse.run(expense)) showToast({ type: 'success', text: t('toast.reimbursed') });
  };
  const resubmit = async () => {
    if (await reopen.run({ seen: expense, reason: '' })) showToast({ type: 'success', text: t('toast.resubmitted') });
  };
  const mayEdit = expenseEditRefusal(expense, ctx.access) === null;
  const mayReopen = may('reopen');
  const mayDelete = expenseDeleteRefusal(expense, ctx.access) === null;
  const mayNotePaymentDate = standing !== null && paymentDateRefusal(expense, ctx.access, standing.rules) === null;
  const mayReverse = standing !== null && reversalRefusal(expense, ctx.access, standing) === null;
  const isRejected = expense.status === 'rejected';

  return (
    <>
      {may('reject') && (
        <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => setAsking('reject')}>
          {t('action.reject')}
        </Button>
      )}
      {mayEdit && (
        <Button
          variant="default"
          component={Link}
          to={`/finance/expenses/${expense.id}/edit`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('action.edit')}
        </Button>
      )}
      {(may('approve') || mayApproveLate) && (
        <Button
          className={classes.first}
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => void runApprove()}
          loading={approve.isRunning}
        >
          {t('action.approve')}
        </Button>
      )}
      {may('reimburse') && (
        <Button
          className={classes.first}
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => void runReimburse()}
          loading={reimburse.isRunning}
        >
          {t('action.reimburse')}
        </Button>
      )}
      {isRejected && mayReopen && (
        <Button
          className={classes.first}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => void resubmit()}
          loading={reopen.isRunning}
        >
          {t('action.resubmit')}
        </Button>
      )}
      {((mayReopen && !isRejected) || mayNotePaymentDate || mayReverse || mayDelete || can(ctx.access, 'recurring_expenses.create')) && (
        <More
          recurringTo={can(ctx.access, 'recurring_expenses.create') ? `/finance/recurring-expenses/create?expense=${expense.id}` : null}
          onPaymentDate={mayNotePaymentDate ? () => setAsking('paymentDate') : null}
          onReopen={mayReopen && !isRejected ? () => setAsking('reopen') : null}
          onReverse={mayReverse ? () => setAsking('reverse') : null}
          onDelete={mayDelete ? () => setAsking('delete') : null}
        />
      )}
      <ActionDialogs expense={expense} label={label} asking={asking} onClose={() => setAsking(null)} />
    </>
  );
}

type MoreProps = { recurringTo: string | null } & Record<'onPaymentDate' | 'onReopen' | 'onReverse' | 'onDelete', (() => void) | null>;

function More({ recurringTo, onPaymentDate, onReopen, onReverse, onDelete }: MoreProps) {
  const { t } = useTranslation('expenses');
  const { t: tRecurring } = useTranslation('recurring');
  return (
    <MoreMenu label={t('action.more')}>
      {onPaymentDate && (
        <Menu.Item leftSection={<IconCalendarDollar size={16} aria-hidden />} onClick={onPaymentDate}>
          {t('action.paymentDate')}
        </Menu.Item>
      )}
      {onReopen && (
        <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={onReopen}>
          {t('action.reopen')}
        </Menu.Item>
      )}
      {onReverse && (
        <Menu.Item leftSection={<IconArrowsExchange size={16} aria-hidden />} onClick={onReverse}>
          {t('action.reverse')}
        </Menu.Item>
      )}
      {recurringTo && (
        <Menu.Item component={Link} to={recurringTo} leftSection={<IconRepeat size={16} aria-hidden />}>
          {tRecurring('action.makeRecurring')}
        </Menu.Item>
      )}
      {onDelete && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          {t('action.delete')}
        </Menu.Item>
      )}
    </MoreMenu>
  );
}

function ActionDialogs({ expense, label, asking, onClose }: Props & { asking: Asking; onClose: () => void }) {
  const { t } = useTranslation('expenses');
  const commands = useExpenseCommands();
  const navigate = useNavigate();
  const remove = async () => {
    await commands.deleteExpense(expense.id);
    showToast({ type: 'success', text: t('toast.deleted') });
    void navigate('/finance/expenses', { replace: true });
  };
  return (
    <>
      {(asking === 'reject' || asking === 'reopen') && <WithReason key={asking} step={asking} expense={expense} onClose={onClose} />}
      {asking === 'approve' && <ApproveLate expense={expense} onClose={onClose} />}
      {asking === 'reverse' && <Reverse expense={expense} onClose={onClose} />}
      {asking === 'paymentDate' && <PaymentDateDialog expense={expense} onClose={onClose} />}
      <ConfirmDialog
        isOpen={asking === 'delete'}
        onClose={onClose}
        title={t('delete.title')}
        confirmLabel={t('delete.confirm')}
        onConfirm={remove}
        isDangerous
      >
        {t('delete.text', { label })}
      </ConfirmDialog>
    </>
  );
}

/** Approves what came late for its month. */
function ApproveLate({ expense, onClose }: { expense: Expense; onClose: () => void }) {
  const { t } = useTranslation('expenses');
  const { approveExpense } = useExpenseCommands();
  const [seen] = useState(expense);
  return (
    <BookingDayDialog
      day={seen.expense_date}
      confirmLabel={t('action.approve')}
      onClose={onClose}
      onBook={async (bookedOn) => {
        const saved = await approveExpense({ seen, bookedOn });
        showToast({ type: 'success', text: t(saved.status === 'reimbursed' ? 'toast.approvedAndPaid' : 'toast.approved') });
      }}
    />
  );
}

/** Takes a booking back, and goes on with the right one where that is wanted. */
function Reverse({ expense, onClose }: { expense: Expense; onClose: () => void }) {
  const { t } = useTranslation('expenses');
  const { reverseExpense } = useExpenseCommands();
  const navigate = useNavigate();
  const [seen] = useState(expense);
  return (
    <ReversalDialog
      title={t('reverse.title')}
      text={t('reverse.text')}
      anewLabel={t('reverse.anew')}
      onClose={onClose}
      onReverse={async ({ isEnteredAnew, ...reversal }) => {
        await reverseExpense({ seen, ...reversal });
        showToast({ type: 'success', text: t('toast.reversed') });
        if (isEnteredAnew) void navigate(`/finance/expenses/create?anew=${seen.id}`);
      }}
    />
  );
}

/** Asks for the reason; what is decided on is the expense as it was when that was asked. */
function WithReason({ step, expense, onClose }: { step: 'reject' | 'reopen'; expense: Expense; onClose: () => void }) {
  const { t } = useTranslation('expenses');
  const commands = useExpenseCommands();
  const [seen] = useState(expense);
  const author = useMemberName()(seen.created_by, seen.created_at);
  const decide = async (reason: string) => {
    await (step === 'reject' ? commands.rejectExpense : commands.reopenExpense)({ seen, reason });
    showToast({ type: 'success', text: t(step === 'reject' ? 'toast.rejected' : 'toast.reopened') });
  };
  return (
    <ReasonDialog
      title={t(`${step}.title`)}
      label={t(`${step}.label`)}
      placeholder={t(`${step}.placeholder`)}
      {...(step === 'reject' ? { hint: t('reject.hint', { name: author }) } : {})}
      confirmLabel={t(`${step}.confirm`)}
      onClose={onClose}
      onConfirm={decide}
    />
  );
}
