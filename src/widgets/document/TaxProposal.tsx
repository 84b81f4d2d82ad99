import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Customer } from '#domain/customers/customer.ts';
import { proposedCategories } from '#domain/invoices/proposed-tax.ts';
import { taxCategoryName } from '#domain/tax/tax-category-name.ts';
import type { TaxCategory } from '#domain/tax/tax-category.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './DocumentForm.module.css';

type Props = { customer: Customer; country: string; onChoose: (category: TaxCategory) => void };

/** Asks what is sold to a customer abroad, because services and goods are taxed differently there. Nothing is decided for the person. */
export function TaxProposal({ customer, country, onChoose }: Props) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const proposed = proposedCategories(customer, country);
  if (!proposed) return null;
  const name = (category: TaxCategory) => taxCategoryName(category, format.language === 'de' ? 'de' : 'en', country);
  return (
    <div className={classes.proposal} role="note">
      <p>{t(proposed.isInEu ? 'taxProposal.eu' : 'taxProposal.abroad', { customer: customer.name })}</p>
      <div>
        <Button size="compact-md" variant="default" onClick={() => onChoose(proposed.services)}>
          {t('taxProposal.services', { name: name(proposed.services) })}
        </Button>
        <Button size="compact-md" variant="default" onClick={() => onChoose(proposed.goods)}>
          {t('taxProposal.goods', { name: name(proposed.goods) })}
        </Button>
      </div>
    </div>
  );
}
