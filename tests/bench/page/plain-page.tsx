/** The least a page of React and RxDB can do: open the database, follow a query, draw its 50 rows. */
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Expense } from '#domain/expenses/expense.ts';
import { openPlain, PLAIN } from './plain.ts';

const { expenses } = await openPlain(PLAIN);

function Rows() {
  const [rows, setRows] = useState<readonly Expense[]>([]);
  useEffect(() => {
    const newest = expenses.find({ sort: [{ booking_day: 'desc' }, { id: 'desc' }], limit: 50 });
    const following = newest.$.subscribe((found) => setRows(found.map((each) => each.toJSON() as Expense)));
    return () => following.unsubscribe();
  }, []);
  return rows.map(({ id, expense_date, description, status, amount }) => (
    <div key={id} data-row={id}>
      {expense_date} {description} {status} {amount}
    </div>
  ));
}

createRoot(document.querySelector('#rows') as HTMLElement).render(<Rows />);
