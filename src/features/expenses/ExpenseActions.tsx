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
import { can } from '#domain/access/access.ts';
import { expenseDeleteRefusal, expenseEditRefusal, paymentDateRefusal, reversalRefusal } from '#domain/expenses/expense-lifecycle.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { MoreMenu } from '#ui/MoreMenu.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { ApproveLate } from '#widgets/expense/ApproveLate.tsx';
import { DecisionReason } from '#widgets/expense/DecisionReason.tsx';
import { useApproval } from '#widgets/expense/use-approval.ts';
import { ReversalDialog } from '#widgets/ReversalDialog.tsx';
import { useHeldDelete } from '#widgets/use-undoable-delete.ts';
import classes from './ExpenseActions.module.css';
import { PaymentDateDialog } from './PaymentDateDialog.tsx';

type Props = { expense: Expense };
type Asking = 'approve' | 'reject' | 'reopen' | 'paymentDate' | 'reverse' | null;

/** What this person may do with this expense now; the server has the last word. */
export function ExpenseActions({ expense }: Props) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const commands = useExpenseCommands();
  const [asking, setAsking] = useState<Asking>(null);
  const { standing, may, ...approval } = useApproval(expense, () => setAsking('approve'));
  const reimburse = useCommand(commands.reimburseExpense);
  const reopen = useCommand(commands.reopenExpense);
  const navigate = useNavigate();
  const deleteHeld = useHeldDelete();
  const remove = useCommand(async () => {
    await deleteHeld({ remove: () => commands.deleteExpense(expense.id), text: t('toast.deleted') });
    void navigate('/finance/expenses', { replace: true });
  });

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
      {approval.mayApprove && (
        <Button
          className={classes.first}
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => void approval.approve()}
          loading={approval.isRunning}
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
          onDelete={mayDelete ? () => void remove.run() : null}
        />
      )}
      <ActionDialogs expense={expense} asking={asking} onClose={() => setAsking(null)} />
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

function ActionDialogs({ expense, asking, onClose }: Props & { asking: Asking; onClose: () => void }) {
  return (
    <>
      {(asking === 'reject' || asking === 'reopen') && <DecisionReason key={asking} step={asking} expense={expense} onClose={onClose} />}
      {asking === 'approve' && <ApproveLate expense={expense} onClose={onClose} />}
      {asking === 'reverse' && <Reverse expense={expense} onClose={onClose} />}
      {asking === 'paymentDate' && <PaymentDateDialog expense={expense} onClose={onClose} />}
    </>
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
