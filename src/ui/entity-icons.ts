import {
  type Icon,
  IconBox,
  IconBriefcase,
  IconBuildingStore,
  IconCalendarRepeat,
  IconCash,
  IconFileInvoice,
  IconReceipt,
  IconRepeat,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';
import type { EntityIcon } from '#domain/shared/define-entity.ts';

export const ENTITY_ICONS: Readonly<Record<EntityIcon, Icon>> = {
  box: IconBox,
  briefcase: IconBriefcase,
  'calendar-repeat': IconCalendarRepeat,
  cash: IconCash,
  invoice: IconFileInvoice,
  receipt: IconReceipt,
  repeat: IconRepeat,
  store: IconBuildingStore,
  tags: IconTags,
  users: IconUsers,
};
