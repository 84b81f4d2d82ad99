insert into public.permissions (key) select 'projects.' || action from unnest('{view,create,update,delete,import,export}'::text[]) as action;
insert into private.permission_implications (key, implied_by)
  select 'projects.view', key from public.permissions where key like 'projects.%' and key <> 'projects.view';

