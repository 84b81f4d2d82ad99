-- Nobody can check any more who may see a deleted row, so a live deletion goes to every subscriber with the row's key. That of a granted
-- permission told strangers who lost which right in which company; now it is a random id.
alter table public.company_user_permissions add column id uuid not null default gen_random_uuid();
alter table public.company_user_permissions drop constraint company_user_permissions_pkey;
alter table public.company_user_permissions add primary key (id);
alter table public.company_user_permissions add unique (company_id, user_id, permission_key);
