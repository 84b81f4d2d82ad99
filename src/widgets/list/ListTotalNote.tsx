import { useTranslation } from 'react-i18next';
import type { ListTotal } from '#data/core/watch-total.ts';
import classes from './ListTotalNote.module.css';
import { useTotalsText } from './use-totals-text.ts';

/** Above a list: how many it has, whether or not they were scrolled to, and what they come to in each currency. */
export function ListTotalNote({ total }: { total: ListTotal | undefined }) {
  const { t } = useTranslation('lists');
  const totalsText = useTotalsText();
  const isSaid = total !== undefined && total.count > 0;
  return (
    // Read out once it is whole.
    <p className={classes.note} role="status" aria-busy={total?.isCounting ?? true} data-list-total>
      {isSaid && t(total.isCounting ? 'total.counting' : 'total.whole', { count: total.count, amounts: totalsText(total) })}
    </p>
  );
}
