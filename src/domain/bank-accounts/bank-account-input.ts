import * as z from 'zod/mini';
import { bareIban, isBic, isIban } from '#domain/documents/iban.ts';
import { text } from '#domain/shared/fields.ts';
import type { BankAccount } from './bank-account.ts';

/** What a person types: groups of four are fine, a wrong number would lose money. */
export const bankAccountInputSchema = z.object({
  name: text(),
  iban: z.string().check(
    z.minLength(1, 'required'),
    z.refine((value) => value === '' || isIban(value), 'invalidIban'),
  ),
  bic: z.string().check(z.refine((value) => value.trim() === '' || isBic(value), 'invalidBic')),
});
export type BankAccountInput = z.infer<typeof bankAccountInputSchema>;

export const emptyBankAccount: BankAccountInput = { name: '', iban: '', bic: '' };

/** The accounts with this one in them: changed if it was there, else added; the first of all is the default. */
export function withBankAccount(accounts: readonly BankAccount[], id: string, { name, iban, bic }: BankAccountInput): BankAccount[] {
  const before = accounts.find((account) => account.id === id);
  const account: BankAccount = {
    id,
    name: name.trim(),
    iban: bareIban(iban),
    bic: bareIban(bic),
    is_default: before?.is_default ?? accounts.length === 0,
  };
  return before ? accounts.map((each) => (each.id === id ? account : each)) : [...accounts, account];
}

/** Whether it says the same; which one is the default is no part of it. */
export const isSameAccount = (a: BankAccount, b: BankAccount | undefined): boolean =>
  a.iban === b?.iban && a.bic === b.bic && a.name === b.name;

/** The accounts with this one as the default. */
export const withDefaultAccount = (accounts: readonly BankAccount[], id: string): BankAccount[] =>
  accounts.map((account) => ({ ...account, is_default: account.id === id }));

/** The accounts without this one; if it was the default, the oldest of the others is, as the server decides too. */
export function withoutBankAccount(accounts: readonly BankAccount[], id: string): BankAccount[] {
  const rest = accounts.filter((account) => account.id !== id);
  const [oldest] = rest.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return rest.some(({ is_default }) => is_default) || !oldest ? rest : withDefaultAccount(rest, oldest.id);
}
