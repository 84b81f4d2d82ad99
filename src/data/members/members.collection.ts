import { defineCollection } from '#data/core/define-collection.ts';
import { memberSchema } from '#domain/members/member.ts';

export const members = defineCollection({ name: 'members', schema: memberSchema, indexes: [['user_id', 'id']] });
