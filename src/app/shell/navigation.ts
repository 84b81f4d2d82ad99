import { type Icon, IconChartBar, IconHistory, IconRefresh, IconReportMoney, IconSettings } from '@tabler/icons-react';
import { type Access, can, type PermissionKey } from '#domain/access/access.ts';
import { viewKeys } from '#domain/access/may-view.ts';
import { type CollectionName, COLLECTION_NAMES, entityOf } from '#domain/registry.ts';
import { ENTITY_ICONS } from '#ui/entity-icons.ts';

export type NavigationItem = {
  readonly key: string;
  /** Key of its name, namespace included. */
  readonly label: `entities:${CollectionName}.many` | `navigation:${'dashboard' | 'reports' | 'activity' | 'sync' | 'settings'}`;
  readonly path: string;
  readonly icon: Icon;
  readonly permissions: readonly PermissionKey[];
};
type GroupKey = 'finance' | 'masterData' | 'device';
export type NavigationGroup = { readonly key: GroupKey; readonly items: readonly NavigationItem[] };
type Placed = NavigationItem & { readonly group: GroupKey; readonly place: number };

const pages: readonly Placed[] = [
  page('dashboard', { group: 'finance', place: 10, path: '/finance/dashboard', icon: IconChartBar, permissions: ['dashboard.view'] }),
  page('reports', { group: 'finance', place: 90, path: '/reports', icon: IconReportMoney, permissions: ['reports.view'] }),
  page('activity', { group: 'device', place: 10, path: '/activity', icon: IconHistory, permissions: ['activity.view'] }),
  page('sync', { group: 'device', place: 20, path: '/sync', icon: IconRefresh, permissions: [] }),
  page('settings', { group: 'device', place: 30, path: '/settings', icon: IconSettings, permissions: [] }),
];

type PageKey = 'dashboard' | 'reports' | 'activity' | 'sync' | 'settings';
function page(key: PageKey, place: Omit<Placed, 'key' | 'label'>): Placed {
  return { key, label: `navigation:${key}`, ...place };
}

const entities: readonly Placed[] = COLLECTION_NAMES.flatMap((name) => {
  const { menu, page: shown } = entityOf(name);
  if (!menu || !shown) return [];
  const { group, place, icon } = menu;
  return [
    { key: name, label: `entities:${name}.many`, group, place, icon: ENTITY_ICONS[icon], path: shown.path, permissions: viewKeys(name) },
  ];
});

/** Only what exists; what a person may not open is left out. An empty list of permissions is for everybody. */
export const navigation: readonly NavigationGroup[] = (['finance', 'masterData', 'device'] as const).map((key) => ({
  key,
  items: [...pages, ...entities].filter(({ group }) => group === key).sort((a, b) => a.place - b.place),
}));

export function visibleNavigation(access: Access): NavigationGroup[] {
  return navigation
    .map((group) => ({ ...group, items: group.items.filter(({ permissions }) => isAllowed(access, permissions)) }))
    .filter(({ items }) => items.length > 0);
}

export const isAllowed = (access: Access, permissions: readonly PermissionKey[] = []): boolean =>
  permissions.length === 0 || permissions.some((key) => can(access, key));
