import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSupplyRate } from '#data/exchange/use-supply-rate.ts';
import { type ForeignDocuments, unratedOf } from '#domain/reports/foreign-documents.ts';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import classes from './MissingRates.module.css';
import { foreignBehind } from './list-links.ts';

type Props = {
  readonly documents: readonly ForeignDocuments[];
  readonly days: { readonly from: string; readonly to: string };
  /** The currency of the books. */
  readonly own: string;
};

/** Says which documents are in no figure because nobody knows their rate, leads to them, and offers to take the reference rates of their days. */
export function MissingRates({ documents, days, own }: Props) {
  const { t } = useTranslation();
  const { maySupplyAny, supplyReferenceRates } = useSupplyRate();
  const supply = useCommand(async () => {
    const { supplied, closed, unknown } = await supplyReferenceRates();
    const said = [
      ...(supplied > 0 || closed + unknown === 0 ? [t('figures.rates.supplied', { count: supplied })] : []),
      ...(closed > 0 ? [t('figures.rates.closed', { count: closed })] : []),
      ...(unknown > 0 ? [t('figures.rates.unknown', { count: unknown })] : []),
    ];
    showToast({ type: supplied > 0 ? 'success' : 'info', text: said.join(' ') });
  });
  const unrated = unratedOf(documents);
  if (unrated.length === 0) return null;
  return (
    <p className={classes.note} role="note">
      {t('figures.missing')}
      {unrated.map(({ kind, count }) => (
        <Link key={kind} to={foreignBehind(kind, days, { unrated: own })}>
          {t(`figures.unrated.${kind === 'supplied' ? 'issued' : kind}`, { count })}
        </Link>
      ))}
      {maySupplyAny && (
        <Button variant="subtle" size="compact-sm" className={classes.take} loading={supply.isRunning} onClick={() => void supply.run()}>
          {t('figures.rates.take')}
        </Button>
      )}
    </p>
  );
}
