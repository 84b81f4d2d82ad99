import { PRESETS, type PresetName } from '#domain/access/presets.ts';
import type { Caller, Query } from '#local/db/port.ts';

/** Who asks, from everything to nothing: the members of one company, a signed-in person who is none, and nobody. */
export const MEMBERS = ['owner', 'admin', 'accountant', 'employee', 'viewer'] as const satisfies readonly PresetName[];
export const PERSONAS = [...MEMBERS, 'stranger', 'anonymous'] as const;
export type Member = (typeof MEMBERS)[number];
/**
 * People of two companies, whose rights in one must not count in the other: the guest has no key in ours and owns theirs, the
 * consultant looks on in ours and keeps the books of theirs. They join where a rule asks about them.
 */
export const BETWEEN = ['guest', 'consultant'] as const;
export type Persona = (typeof PERSONAS)[number] | (typeof BETWEEN)[number];

const PEOPLE = [...MEMBERS, 'stranger', ...BETWEEN] as const;

/** The account of a persona; the anonymous visitor has none. */
export function personaId(persona: Exclude<Persona, 'anonymous'>): string {
  return `00000000-0000-7000-8000-00000000000${PEOPLE.indexOf(persona) + 1}`;
}

/** What PostgREST would put into the transaction for this persona. */
export function callerOf(persona: Persona, claims: { readonly aal?: 'aal1' | 'aal2' } = {}): Caller {
  if (persona === 'anonymous') return { role: 'anon', claims: { role: 'anon' } };
  return {
    role: 'authenticated',
    claims: { sub: personaId(persona), role: 'authenticated', email: `${persona}@kontor.example`, aal: 'aal1', ...claims },
  };
}

/** Makes the accounts of all personas. */
export async function insertAccounts(query: Query): Promise<void> {
  for (const persona of PEOPLE)
    await query('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3) on conflict (id) do nothing', [
      personaId(persona),
      `${persona}@kontor.example`,
      JSON.stringify({ display_name: persona }),
    ]);
}

/** Makes personas members of a company with the rights of their presets. */
export async function insertMembers(query: Query, companyId: string, members: readonly Member[] = MEMBERS): Promise<void> {
  for (const member of members) {
    const { isOwner, isAdmin, keys } = PRESETS[member];
    await query('insert into public.company_users (company_id, user_id, is_owner, is_admin) values ($1, $2, $3, $4)', [
      companyId,
      personaId(member),
      isOwner,
      isAdmin,
    ]);
    if (keys.length > 0)
      await query('insert into public.company_user_permissions (company_id, user_id, permission_key) select $1, $2, unnest($3::text[])', [
        companyId,
        personaId(member),
        keys,
      ]);
  }
}
