import { VisuallyHidden } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useHasConnection } from '#data/account-settings/use-account.ts';
import { useMembers } from '#data/members/use-members.ts';
import { useMemberAvatars } from '#data/user-management/use-people.ts';
import { can } from '#domain/access/access.ts';
import type { Member } from '#domain/members/member.ts';
import { Section } from '#ui/Section.tsx';
import { Avatar } from '#widgets/account/Avatar.tsx';
import { roleOfMember } from '#domain/access/role.ts';
import { RoleBadge } from './RoleBadge.tsx';
import { useMemberLabel } from './use-member-label.ts';
import classes from './UserManagement.module.css';

/** Everybody of the company: oneself first, then by name. Who may not view users sees names, and their own rights. */
export function MemberList({ actions }: { actions?: ReactNode }) {
  const { t, i18n } = useTranslation('people');
  const { ctx } = useCompany();
  const { value: members } = useMembers();
  const avatars = useMemberAvatars(useHasConnection());
  const label = useMemberLabel();
  const isMe = (member: Member) => member.user_id === ctx.userId;
  const sorted = [...(members?.values() ?? [])].sort(
    (a, b) => Number(isMe(b)) - Number(isMe(a)) || label(a).localeCompare(label(b), i18n.language),
  );
  return (
    <Section title={t('list.title')} actions={actions} isFlush>
      <ul className={classes.people}>
        {sorted.map((member) => (
          <li key={member.id}>
            {can(ctx.access, 'users.view') || isMe(member) ? (
              <Link to={`/settings/user-management?member=${member.user_id}`} className={classes.person}>
                <VisuallyHidden>{t('list.open')} </VisuallyHidden>
                <Avatar name={label(member)} path={avatars.get(member.user_id) ?? ''} />
                <Name member={member} isMe={isMe(member)} />
                <span className={classes.roleOf}>
                  <RoleBadge role={roleOfMember(member)} />
                </span>
                <IconChevronRight size={18} aria-hidden className={classes.arrow} />
              </Link>
            ) : (
              <div className={classes.person}>
                <Avatar name={label(member)} path={avatars.get(member.user_id) ?? ''} />
                <Name member={member} isMe={false} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Name({ member, isMe }: { member: Member; isMe: boolean }) {
  const { t } = useTranslation('people');
  const label = useMemberLabel();
  return (
    <span className={classes.who}>
      <span className={classes.name}>
        {label(member)}
        {isMe && <span className={classes.you}>{t('list.you')}</span>}
      </span>
      {member.email && <span className={classes.sub}>{member.email}</span>}
    </span>
  );
}
