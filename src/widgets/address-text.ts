type Address = { street: string; house_number: string; postal_code: string; city: string; country: string };

/** An address on several lines; empty when nothing but the country is known. */
export function addressText(address: Address, language: string): string {
  const street = `${address.street} ${address.house_number}`.trim();
  const city = `${address.postal_code} ${address.city}`.trim();
  if (!street && !city) return '';
  const country = address.country && new Intl.DisplayNames([language], { type: 'region' }).of(address.country);
  return [street, city, country].filter(Boolean).join('\n');
}
