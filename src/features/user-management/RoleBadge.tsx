import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '#ui/StatusBadge.tsx';
import type { Role } from '#domain/access/role.ts';

const TONES: Readonly<Record<Role, Tone>> = {
  owner: 'violet',
  admin: 'blue',
  accountant: 'green',
  employee: 'green',
  viewer: 'gray',
  custom: 'amber',
  none: 'gray',
};

export function RoleBadge({ role }: { role: Role }) {
  const { t } = useTranslation('people');
  return (
    <StatusBadge tone={TONES[role]} title={t(`roleText.${role}`)}>
      {t(`role.${role}`)}
    </StatusBadge>
  );
}
