import { defineEntity } from '#domain/shared/define-entity.ts';
import { memberSchema } from '#domain/members/member.ts';

export const members = defineEntity({ name: 'members', schema: memberSchema, indexes: [['user_id', 'id']] });
