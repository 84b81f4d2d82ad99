import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import { useStanding } from '#data/expenses/use-expenses.ts';
import { useMembers } from '#data/members/use-members.ts';
import { type ExpenseStep, stepRefusal } from '#domain/expenses/expense-lifecycle.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';

/** What this person may decide on an expense now, and the approval itself; what came late for a closed month asks for a day first (`onLate`). */
export function useApproval(expense: Expense, onLate: () => void) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const { value: members } = useMembers();
  const standing = useStanding(expense.id);
  const command = useCommand(useExpenseCommands().approveExpense);
  const actor = { access: ctx.access, isSoleMember: members?.size === 1 };
  const may = (step: ExpenseStep) => standing !== null && stepRefusal(step, expense, actor, standing) === null;
  // What comes late for a closed month is approved for an open one.
  const mayLate = standing !== null && stepRefusal('approve', expense, actor, { ...standing, bookedOn: ctx.today() }) === null;
  const approve = async () => {
    if (!may('approve')) return onLate();
    const saved = await command.run({ seen: expense });
    if (saved) showToast({ type: 'success', text: t(saved.status === 'reimbursed' ? 'toast.approvedAndPaid' : 'toast.approved') });
  };
  return { standing, may, mayApprove: may('approve') || mayLate, approve, isRunning: command.isRunning };
}
