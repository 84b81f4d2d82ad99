import { useTranslation } from 'react-i18next';
import type { ExpenseStatus } from '#domain/expenses/expense.ts';
import { StatusBadge, type Tone } from '#ui/StatusBadge.tsx';

const TONES = { pending: 'amber', approved: 'green', rejected: 'red', reimbursed: 'violet' } as const satisfies Record<ExpenseStatus, Tone>;

export function ExpenseStatusBadge({ status }: { status: ExpenseStatus }) {
  const { t } = useTranslation('expenses');
  return <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>;
}
