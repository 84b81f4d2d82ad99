import type { Customer } from '#domain/customers/customer.ts';
import type { TaxCategory } from '#domain/tax/tax-category.ts';
import { isEuMember } from '#domain/tax/tax-territory.ts';

type Proposal = { readonly isInEu: boolean; readonly services: TaxCategory; readonly goods: TaxCategory };

/**
 * What lines to a customer abroad usually are: to a business of another member state (with VAT ID) reverse charge for services and intra-EU
 * supply for goods, outside the EU not taxable here and export. Null at home, and within the EU without a VAT ID.
 */
export function proposedCategories(customer: Pick<Customer, 'country' | 'vat_id'>, home: string): Proposal | null {
  if (customer.country === '' || customer.country === home) return null;
  if (isEuMember(home) && isEuMember(customer.country))
    return customer.vat_id.trim() === '' ? null : { isInEu: true, services: 'AE', goods: 'K' };
  return { isInEu: false, services: 'O', goods: 'G' };
}
