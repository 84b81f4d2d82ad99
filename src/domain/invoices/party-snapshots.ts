import { enteredAddress } from '#domain/companies/company-details.ts';
import { paymentTextIn } from '#domain/companies/document-texts.ts';
import type { Company } from '#domain/companies/company.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { type DocumentLanguage, LAYOUT } from '#domain/documents/printable-document.ts';
import { letterheadOf } from '#domain/documents/seller-letterhead.ts';
import type { BuyerSnapshot, SellerSnapshot } from './invoice.ts';

/** What of a company its documents name. */
export type SellerSource = Pick<Company, 'name' | 'logo_path' | 'settings' | 'bank_accounts'>;

/** The company as a snapshot would hold it today; the server takes the same at issue. */
export function sellerOf(company: SellerSource, language: DocumentLanguage): SellerSnapshot {
  const { name, settings, bank_accounts } = company;
  const { address, contact, bank: presets } = settings.company_details;
  const bank = bank_accounts.find(({ is_default }) => is_default) ?? presets;
  const { tax_number, vat_id } = settings.tax;
  const account = { iban: bank.iban, bic: bank.bic, bank_name: bank.name, payment_instructions: paymentTextIn(settings, language) };
  return {
    name,
    ...enteredAddress(address),
    ...contact,
    tax_number,
    vat_id,
    ...account,
    ...settings.e_invoice,
    layout: LAYOUT,
    letterhead: letterheadOf(company, language),
  };
}

/** The customer as a snapshot would hold it today. */
export function buyerOf(customer: Customer): BuyerSnapshot {
  const { name, contact_name, street, house_number, postal_code, city, country, email, vat_id, buyer_reference } = customer;
  const { e_address, e_address_scheme, e_invoice_format, customer_number, salutation } = customer;
  const { delivery_name, delivery_street, delivery_house_number, delivery_postal_code, delivery_city, delivery_country } = customer;
  const delivery = { delivery_name, delivery_street, delivery_house_number, delivery_postal_code, delivery_city, delivery_country };
  const data = { e_address, e_address_scheme, e_invoice_format, customer_number, salutation, ...delivery };
  return { name, contact_name, street, house_number, postal_code, city, country, email, vat_id, buyer_reference, ...data };
}
