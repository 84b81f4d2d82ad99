import { useTranslation } from 'react-i18next';
import { useMembers } from '#data/members/use-members.ts';
import type { MissingPart } from '#domain/invoices/missing-values.ts';
import { useMemberName } from '#widgets/MemberName.tsx';

const FEW = 3;

type Props = { part: MissingPart } | { part: Exclude<MissingPart, 'invoice'>; isThere: true };

/** In place of fields that this person may not fill, or of the way to what is there and has to be written otherwise (`isThere`): who may. */
export function WhomToAsk(props: Props) {
  const { t, i18n } = useTranslation('invoices');
  const { value: members } = useMembers();
  const nameOf = useMemberName();
  const people = [...(members?.values() ?? [])].filter(({ is_owner, is_admin }) => is_owner || is_admin);
  const names = people.slice(0, FEW).map(({ user_id }) => nameOf(user_id));
  const list = { names: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(names) };
  return <p>{'isThere' in props ? t(`issue.askToChange.${props.part}`, list) : t(`issue.ask.${props.part}`, list)}</p>;
}
