import { useTranslation } from 'react-i18next';
import { useMembers } from '#data/members/use-members.ts';
import type { MissingPart } from '#domain/invoices/missing-values.ts';
import { useMemberName } from '#widgets/MemberName.tsx';

const FEW = 3;

/** In place of fields that this person may not fill: who may. */
export function WhomToAsk({ part }: { part: MissingPart }) {
  const { t, i18n } = useTranslation('invoices');
  const { value: members } = useMembers();
  const nameOf = useMemberName();
  const people = [...(members?.values() ?? [])].filter(({ is_owner, is_admin }) => is_owner || is_admin);
  const names = people.slice(0, FEW).map(({ user_id }) => nameOf(user_id));
  return <p>{t(`issue.ask.${part}`, { names: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(names) })}</p>;
}
