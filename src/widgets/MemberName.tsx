import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useMembers } from '#data/members/use-members.ts';
import type { Member } from '#domain/members/member.ts';

type People = ReadonlyMap<string, Member> | undefined;

/**
 * A member's name; a person who left the company is "someone". What was done (`at`) before the company came here by an archive is told with the name that
 * the archive gave and as imported, whoever has the same id here.
 */
export function useMemberName(): (userId: string | null, at?: string | null) => string {
  const { t } = useTranslation('expenses');
  const { value: people }: { value: People } = useMembers();
  const { origin } = useCompany().company;
  return (userId, at) => {
    const imported = userId === null ? undefined : origin?.names?.[userId];
    const member = userId === null ? undefined : people?.get(userId);
    const isOlder = origin?.imported_at !== undefined && at != null && Date.parse(at) <= Date.parse(origin.imported_at);
    if (isOlder || (!member && imported !== undefined)) return t('lifecycle.imported', { name: imported ?? t('lifecycle.someone') });
    return member?.display_name || member?.email || t('lifecycle.someone');
  };
}

export function MemberName({ userId, at }: { userId: string | null; at?: string }) {
  return <>{useMemberName()(userId, at)}</>;
}
