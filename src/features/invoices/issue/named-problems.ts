import type { PermissionKey } from '#domain/access/access.ts';
import type { IssueProblem, SellerPlace } from '#domain/invoices/issue-problems.ts';

/** What of a problem is named on its own: its text, with the characters that stand there. */
type NamedPart = { readonly key: string; readonly characters: readonly string[] };

const PLACES: readonly SellerPlace[] = ['details', 'bank', 'footer'];
const TEXTS: Readonly<Record<SellerPlace, string>> = { details: 'seller_characters', bank: 'seller_bank', footer: 'seller_footer' };

/** A problem as a person reads it; characters of the company once for each place that has some. */
export function namedParts({ field, characters = [], places }: IssueProblem): NamedPart[] {
  if (!places) return [{ key: field.replace('.', '_'), characters }];
  return PLACES.flatMap((place) => (places[place] ? [{ key: TEXTS[place], characters: places[place] }] : []));
}

const WAYS = {
  details: { path: '/settings/company', label: 'issue.editCompany', permission: 'company.update' },
  bank: { path: '/settings/bank-accounts', label: 'issue.editBank', permission: 'bank_accounts.manage' },
  footer: { path: '/settings/invoice', label: 'issue.editFooter', permission: 'settings.invoice' },
} as const satisfies Record<SellerPlace, { path: string; label: string; permission: PermissionKey }>;

/** The pages on which what stands in the way at the company is mended. */
export function waysToCompany(problems: readonly IssueProblem[]): (typeof WAYS)[SellerPlace][] {
  const ofCompany = problems.filter(({ field }) => field.startsWith('seller.'));
  const isAt = (place: SellerPlace) => ofCompany.some(({ places }) => (places ? places[place] !== undefined : place === 'details'));
  return PLACES.filter(isAt).map((place) => WAYS[place]);
}
