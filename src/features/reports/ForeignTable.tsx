import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fromMinor } from '#domain/money/money.ts';
import type { ForeignDocuments } from '#domain/reports/foreign-documents.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { foreignBehind } from '#widgets/figures/list-links.ts';
import { PlainTable, type PlainRow } from './PlainTable.tsx';
import classes from './Reports.module.css';

type Props = {
  readonly documents: readonly ForeignDocuments[];
  readonly days: { readonly from: string; readonly to: string };
  /** The currency of the books. */
  readonly own: string;
};

/** The originals of what a report has in the currency of the books. */
export function ForeignTable({ documents, days, own }: Props) {
  const { t } = useTranslation('reports');
  const words = useForeignWords(own);
  const columns = [t('foreign.original'), t('foreign.inBooks', { currency: own })];
  const rows = documents.map((each): PlainRow => {
    const { what, original, inBooks } = words(each);
    const list = foreignBehind(each.kind, days, { currency: each.currency });
    return {
      key: `${each.kind} ${each.currency}`,
      kind: 'item',
      what: <Link to={list}>{what}</Link>,
      cells: [{ text: original }, { text: inBooks }],
    };
  });
  return (
    <section className={classes.foreign}>
      <h3>{t('foreign.title')}</h3>
      <p>{t('foreign.text')}</p>
      <PlainTable caption={t('foreign.title')} columns={columns} rows={rows} />
    </section>
  );
}

function useForeignWords(own: string) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const text = (minor: bigint, currency: string) => format.money(fromMinor(minor, currency), currency);
  return ({ kind, currency, count, missing, amount, inBooks }: ForeignDocuments) => {
    const documents = t(`foreign.${kind === 'supplied' ? 'issued' : kind}`, { count, currency });
    const without = t('foreign.without', { count: missing });
    return {
      what: missing === 0 ? documents : `${documents}, ${without}`,
      original: text(amount, currency),
      inBooks: missing === count ? '–' : text(inBooks, own),
    };
  };
}

/** The same in sentences, for paper. */
export function useForeignNotes(documents: readonly ForeignDocuments[], own: string): string[] {
  const { t } = useTranslation('reports');
  const words = useForeignWords(own);
  if (documents.length === 0) return [];
  const lines = documents.map((each) => {
    const { what, original, inBooks } = words(each);
    return `${what}: ${original} = ${inBooks}`;
  });
  return [`${t('foreign.title')}. ${t('foreign.text')} ${lines.join('; ')}.`];
}
