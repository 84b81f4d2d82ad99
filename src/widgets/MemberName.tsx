import { useTranslation } from 'react-i18next';
import { useMembers } from '#data/members/use-members.ts';
import type { Member } from '#domain/members/member.ts';

type People = ReadonlyMap<string, Member> | undefined;

/** A member's name; a person who left the company is "someone". */
export function useMemberName(): (userId: string | null) => string {
  const { t } = useTranslation('expenses');
  const { value: people }: { value: People } = useMembers();
  return (userId) => {
    const member = userId === null ? undefined : people?.get(userId);
    return member?.display_name || member?.email || t('lifecycle.someone');
  };
}

export function MemberName({ userId }: { userId: string | null }) {
  return <>{useMemberName()(userId)}</>;
}
