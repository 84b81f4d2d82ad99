type Address = {
  readonly street: string;
  readonly house_number: string;
  readonly postal_code: string;
  readonly city: string;
  readonly country: string;
};

const NUMBER_FIRST = new Set(['GB', 'IE', 'US', 'CA', 'AU', 'NZ', 'FR', 'LU']);
/** Where the post wants the code on a line of its own, below the town. */
const CODE_LAST = new Set(['GB', 'IE']);
const CODE_AFTER_CITY = new Set(['US', 'CA', 'AU', 'NZ']);

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** The lines of an address below the name, as its country writes them; the country's name comes last when the letter crosses a border from `home`. */
export function addressLines(address: Address, { language, home }: { readonly language: string; readonly home: string }): string[] {
  const { street, house_number, postal_code, city, country } = address;
  const streetLine = NUMBER_FIRST.has(country) ? joined(house_number, street) : joined(street, house_number);
  const cityLines = CODE_LAST.has(country)
    ? [city, postal_code]
    : [CODE_AFTER_CITY.has(country) ? joined(city, postal_code) : joined(postal_code, city)];
  const isAbroad = country !== '' && country !== home;
  const countryLine = isAbroad ? (new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country) : '';
  return [streetLine, ...cityLines, countryLine].filter((line) => line !== '');
}
