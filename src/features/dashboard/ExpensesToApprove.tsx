import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useToApprove } from '#data/expenses/use-expenses.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { DateText } from '#ui/DateText.tsx';
import { Money } from '#ui/Money.tsx';
import { ApproveLate } from '#widgets/expense/ApproveLate.tsx';
import { DecisionReason } from '#widgets/expense/DecisionReason.tsx';
import { useApproval } from '#widgets/expense/use-approval.ts';
import { expensesBehind } from '#widgets/figures/list-links.ts';
import { MemberName } from '#widgets/MemberName.tsx';
import classes from './Attention.module.css';
import { WaitingList } from './WaitingList.tsx';

const SHOWN = 3;

/** The expenses that wait longest for this person, to be decided on in place. */
export function ExpensesToApprove({ count }: { count: number }) {
  const { t } = useTranslation('dashboard');
  const { value: expenses } = useToApprove();
  return (
    <WaitingList
      title={t('waiting.toApprove')}
      more={Math.max(0, count - (expenses?.length ?? SHOWN))}
      to={expensesBehind({ status: 'pending', sort: 'oldest' })}
      reading={expenses ? 0 : Math.min(count, SHOWN)}
    >
      {expenses?.map((expense) => (
        <Row key={expense.id} expense={expense} />
      ))}
    </WaitingList>
  );
}

function Row({ expense }: { expense: Expense }) {
  const { t } = useTranslation('dashboard');
  const { t: tExpenses } = useTranslation('expenses');
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const { may, mayApprove, approve, isRunning } = useApproval(expense, () => setAsking('approve'));
  const name = expense.description || expense.number || t('recent.untitled');
  const close = () => setAsking(null);
  return (
    <li className={classes.waiting}>
      <Link to={`/finance/expenses/${expense.id}`} className={classes.record}>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>
          <MemberName userId={expense.created_by} at={expense.created_at} /> · <DateText day={expense.expense_date} />
        </span>
      </Link>
      <span className={classes.money}>
        <Money amount={expense.amount} currency={expense.currency} />
      </span>
      <span className={classes.acts}>
        {may('reject') && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconX size={16} aria-hidden />}
            aria-label={t('waiting.rejectOne', { name })}
            onClick={() => setAsking('reject')}
          >
            {tExpenses('action.reject')}
          </Button>
        )}
        {mayApprove && (
          <Button
            size="compact-md"
            variant="light"
            leftSection={<IconCheck size={16} aria-hidden />}
            aria-label={t('waiting.approveOne', { name })}
            loading={isRunning}
            onClick={() => void approve()}
          >
            {tExpenses('action.approve')}
          </Button>
        )}
      </span>
      {asking === 'approve' && <ApproveLate expense={expense} onClose={close} />}
      {asking === 'reject' && <DecisionReason step="reject" expense={expense} onClose={close} />}
    </li>
  );
}
