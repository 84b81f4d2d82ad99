import {
  type Icon,
  IconBell,
  IconBellRinging,
  IconBuilding,
  IconCalendarCheck,
  IconBuildingBank,
  IconDeviceLaptop,
  IconFileDescription,
  IconFileInvoice,
  IconMail,
  IconPackageExport,
  IconLink,
  IconListNumbers,
  IconReceipt,
  IconRepeat,
  IconShieldLock,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { type Access, can, type PermissionKey } from '#domain/access/access.ts';

export type SettingsSection = {
  /** Its texts are `settings:title.<key>` and `settings:about.<key>`. */
  readonly key:
    | 'company'
    | 'invoice'
    | 'numbers'
    | 'reminders'
    | 'expenses'
    | 'recurring'
    | 'bank_accounts'
    | 'periods'
    | 'ledger'
    | 'export'
    | 'procedure'
    | 'mail'
    | 'user_management'
    | 'profile'
    | 'security'
    | 'notifications'
    | 'offline';
  readonly path: string;
  readonly icon: Icon;
  /** Any one of them opens it; none: everybody's. */
  readonly permissions: readonly PermissionKey[];
};
export type SettingsGroup = { readonly key: 'company' | 'you' | 'device'; readonly sections: readonly SettingsSection[] };

/** Everything that can be set, by whom it concerns. */
export const SETTINGS: readonly SettingsGroup[] = [
  {
    key: 'company',
    sections: [
      { key: 'company', path: '/settings/company', icon: IconBuilding, permissions: ['company.update'] },
      { key: 'invoice', path: '/settings/invoice', icon: IconFileInvoice, permissions: ['settings.invoice'] },
      {
        key: 'numbers',
        path: '/settings/numbers',
        icon: IconListNumbers,
        permissions: ['settings.invoice', 'invoices.lease_numbers', 'invoices.view'],
      },
      { key: 'reminders', path: '/settings/reminders', icon: IconBellRinging, permissions: ['settings.invoice'] },
      { key: 'expenses', path: '/settings/expenses', icon: IconReceipt, permissions: ['settings.expense', 'expense_categories.manage'] },
      { key: 'recurring', path: '/settings/recurring', icon: IconRepeat, permissions: ['settings.invoice'] },
      { key: 'bank_accounts', path: '/settings/bank-accounts', icon: IconBuildingBank, permissions: ['bank_accounts.manage'] },
      // Everybody may know which months are closed.
      { key: 'periods', path: '/settings/periods', icon: IconCalendarCheck, permissions: [] },
      { key: 'ledger', path: '/settings/ledger', icon: IconLink, permissions: ['activity.view'] },
      { key: 'export', path: '/settings/export', icon: IconPackageExport, permissions: ['company.export'] },
      { key: 'procedure', path: '/settings/procedure', icon: IconFileDescription, permissions: ['company.export'] },
      { key: 'mail', path: '/settings/mail', icon: IconMail, permissions: ['settings.mail'] },
      // Everybody finds their colleagues' names there, their own rights, and the way out of the company.
      { key: 'user_management', path: '/settings/user-management', icon: IconUsers, permissions: [] },
    ],
  },
  {
    key: 'you',
    sections: [
      { key: 'profile', path: '/settings/profile', icon: IconUser, permissions: [] },
      { key: 'security', path: '/settings/security', icon: IconShieldLock, permissions: [] },
      { key: 'notifications', path: '/settings/notifications', icon: IconBell, permissions: [] },
    ],
  },
  { key: 'device', sections: [{ key: 'offline', path: '/settings/offline', icon: IconDeviceLaptop, permissions: [] }] },
];

/** What this person may open, of the pages that exist; without a company (null) what is about the person. */
export function visibleSettings(access: Access | null, paths: readonly string[]): SettingsGroup[] {
  const isVisible = ({ path, permissions }: SettingsSection) =>
    paths.includes(path) && (permissions.length === 0 || (access !== null && permissions.some((key) => can(access, key))));
  const groups = access ? SETTINGS : SETTINGS.filter(({ key }) => key === 'you');
  return groups.map((group) => ({ ...group, sections: group.sections.filter(isVisible) })).filter(({ sections }) => sections.length > 0);
}
