import { defineEntity } from '#domain/shared/define-entity.ts';
import { activityEntrySchema } from '#domain/activity/activity-entry.ts';

export const activityLog = defineEntity({
  name: 'activity_log',
  schema: activityEntrySchema,
  resource: 'activity',
  texts: 'activity',
  indexes: [['created_at', 'id']],
});
