import { defineEntity } from '#domain/shared/define-entity.ts';
import { memberSchema } from '#domain/members/member.ts';

export const members = defineEntity({
  name: 'members',
  schema: memberSchema,
  shelf: 'master_data',
  resource: 'users',
  texts: 'people',
  page: { path: '/settings/user-management', isPerRecord: false },
  indexes: [],
});
