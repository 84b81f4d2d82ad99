import { defineCollection } from '#data/core/define-collection.ts';
import { activityEntrySchema } from '#domain/activity/activity-entry.ts';

export const activityLog = defineCollection({ name: 'activity_log', schema: activityEntrySchema, indexes: [['created_at', 'id']] });
