import { useTranslation } from 'react-i18next';
import { useBooks } from '#data/aggregates/use-books.ts';
import { useCompany } from '#data/core/company-context.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { currenciesOf } from '#domain/reports/books.ts';
import fields from '#widgets/Fields.module.css';

/** What another currency of the books means where there is something in them. */
export function BooksCurrencyWarning({ after }: { after: string }) {
  const { t } = useTranslation('settings');
  const { company } = useCompany();
  const { value: books } = useBooks();
  const before = booksCurrency(company.settings);
  if (after === before || !books || currenciesOf(books).length === 0) return null;
  return (
    <p className={`${fields.hint} ${fields.warning}`} role="status">
      {t('company.booksWarning', { before, after })}
    </p>
  );
}
