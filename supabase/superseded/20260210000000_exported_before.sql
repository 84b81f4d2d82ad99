-- A company that was closed and exported is purged only while its books are as they were: what the migrations up to `still_exported` do is no change of them.
create table private.still_exported as
  select d.company_id from private.company_deletions d where d.books = private.archive_state(d.company_id) ->> 'books';
alter table private.still_exported enable row level security;
