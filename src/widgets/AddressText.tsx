import { useTranslation } from 'react-i18next';

type Address = { street: string; house_number: string; postal_code: string; city: string; country: string };

/** An address on several lines; nothing when nothing but the country is known. */
export function AddressText({ address }: { address: Address }) {
  const { i18n } = useTranslation();
  const street = `${address.street} ${address.house_number}`.trim();
  const city = `${address.postal_code} ${address.city}`.trim();
  if (!street && !city) return null;
  const country = address.country && new Intl.DisplayNames([i18n.language], { type: 'region' }).of(address.country);
  return <>{[street, city, country].filter(Boolean).join('\n')}</>;
}
