-- The history of one record is asked for whenever its page is opened with a network.
create index activity_log_company_id_entity_id_idx on public.activity_log (company_id, entity_id, created_at desc, id desc);
