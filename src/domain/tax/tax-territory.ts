/** Countries whose VAT the EU's directive rules. Northern Ireland is not told apart from Great Britain. */
export const EU_MEMBERS = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** Whether a country (ISO 3166-1 alpha-2) belongs to the EU's VAT territory. */
export const isEuMember = (country: string): boolean => EU_MEMBERS.includes(country);
