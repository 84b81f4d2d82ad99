import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { Member } from '#domain/members/member.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { roleOfMember } from '#domain/access/role.ts';
import { accessOfMember, readOnlyReason } from './access-value.ts';
import { KeyFields } from './AccessFields.tsx';
import { MemberAccess } from './MemberAccess.tsx';
import { MemberEnd } from './MemberEnd.tsx';
import { OfflineNote } from './OfflineNote.tsx';
import { RoleBadge } from './RoleBadge.tsx';
import { useMemberLabel } from './use-member-label.ts';
import classes from './UserManagement.module.css';

type Props = { readonly member: Member; readonly isOnline: boolean };

/** One person: who they are, what they may do, and what ends it. */
export function MemberPage({ member, isOnline }: Props) {
  const { t } = useTranslation('people');
  const { ctx } = useCompany();
  const format = useFormat();
  const label = useMemberLabel();
  const reason = readOnlyReason(ctx.access, member);
  return (
    <>
      <PageHeader
        title={label(member)}
        back={{ to: '/settings/user-management', label: t('member.back') }}
        meta={<RoleBadge role={roleOfMember(member)} />}
      />
      <div className={classes.page}>
        {!isOnline && <OfflineNote />}
        <Section>
          <KeyValue
            items={[
              { label: t('list.email'), value: member.email },
              { label: t('list.since'), value: format.instant(member.created_at) },
            ]}
          />
        </Section>
        {reason === null ? <MemberAccess member={member} isOnline={isOnline} /> : <ReadOnlyAccess member={member} reason={reason} />}
        {member.user_id !== ctx.userId && <MemberEnd member={member} isOnline={isOnline} />}
      </div>
    </>
  );
}

function ReadOnlyAccess({ member, reason }: { member: Member; reason: 'self' | 'owner' | 'admin' | 'noRight' }) {
  const { t } = useTranslation('people');
  const { ctx } = useCompany();
  return (
    <Section title={t('member.single')}>
      <div className={classes.stack}>
        <p className={classes.line}>{t(`member.${reason}`)}</p>
        {!member.is_owner && <KeyFields value={accessOfMember(member)} onChange={() => undefined} giver={ctx.access} isReadOnly />}
      </div>
    </Section>
  );
}
