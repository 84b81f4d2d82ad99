import { useTranslation } from 'react-i18next';
import type { Member } from '#domain/members/member.ts';

/** What a member is called. */
export function useMemberLabel(): (member: Pick<Member, 'display_name' | 'email'>) => string {
  const { t } = useTranslation('people');
  return ({ display_name, email }) => display_name || email || t('list.unnamed');
}
