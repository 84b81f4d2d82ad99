-- Books that were closed and exported have got new tables and columns since `exported_before`, and nothing of anybody's: what was exported is still all of them.
update private.company_deletions d set books = private.archive_state(d.company_id) ->> 'books'
  where d.company_id in (select e.company_id from private.still_exported e);
drop table private.still_exported;
