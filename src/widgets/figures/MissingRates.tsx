import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type ForeignDocuments, unratedOf } from '#domain/reports/foreign-documents.ts';
import classes from './MissingRates.module.css';
import { foreignBehind } from './list-links.ts';

type Props = {
  readonly documents: readonly ForeignDocuments[];
  readonly days: { readonly from: string; readonly to: string };
  /** The currency of the books. */
  readonly own: string;
};

/** Says which documents are in no figure because nobody knows their rate, and leads to them. */
export function MissingRates({ documents, days, own }: Props) {
  const { t } = useTranslation();
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
    </p>
  );
}
