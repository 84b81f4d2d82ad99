import { type Customer, deliveryAddressOf } from '#domain/customers/customer.ts';

type Address = { street: string; house_number: string; postal_code: string; city: string; country: string };

/** An address on several lines; empty when nothing but the country is known. */
export function addressText(address: Address, language: string): string {
  const street = `${address.street} ${address.house_number}`.trim();
  const city = `${address.postal_code} ${address.city}`.trim();
  if (!street && !city) return '';
  const country = address.country && new Intl.DisplayNames([language], { type: 'region' }).of(address.country);
  return [street, city, country].filter(Boolean).join('\n');
}

/** Where a customer's goods go, recipient first; empty when it is no other place. */
export function deliveryText(customer: Customer, language: string): string {
  const place = deliveryAddressOf(customer);
  return place ? [place.name, addressText(place, language)].filter(Boolean).join('\n') : '';
}
