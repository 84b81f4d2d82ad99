import type { Caller, Database, Query } from '#local/db/port.ts';
import { refusals } from './storage-error.ts';

/** A row of `storage.objects` as JSON, the same from every engine. */
export type StoredObject = {
  readonly id: string;
  readonly bucket_id: string;
  readonly name: string;
  readonly version: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly metadata: { readonly size: number; readonly mimetype: string; readonly eTag: string; readonly cacheControl: string };
  readonly user_metadata: Record<string, unknown> | null;
};
export type Bucket = { readonly id: string; readonly file_size_limit: number | null; readonly allowed_mime_types: string[] | null };
export type NewObject = {
  readonly bucket: string;
  readonly name: string;
  readonly version: string;
  readonly metadata: string;
  readonly userMetadata: string | null;
};
export type ListQuery = {
  readonly bucket: string;
  readonly prefix: string;
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
  readonly column: string;
  readonly descending: boolean;
};

class Undo extends Error {}

const rowJson = (alias: string) =>
  `jsonb_build_object('id', ${alias}.id, 'bucket_id', ${alias}.bucket_id, 'name', ${alias}.name, 'version', ${alias}.version, 'owner_id', ${alias}.owner_id,
    'created_at', ${alias}.created_at, 'updated_at', ${alias}.updated_at, 'last_accessed_at', ${alias}.last_accessed_at,
    'metadata', ${alias}.metadata, 'user_metadata', ${alias}.user_metadata)::text as doc`;

const SORTABLE = ['name', 'created_at', 'updated_at', 'last_accessed_at'];
const parse = <T>(row: Record<string, unknown> | undefined): T | null => (row ? (JSON.parse(String(row['doc'])) as T) : null);

/** The tables of the storage schema; every function with a caller runs under that caller's policies. */
export function createObjectRows(db: Database) {
  const insert = async (query: Query, caller: Caller, object: NewObject, replace: boolean): Promise<string> => {
    const onConflict = replace
      ? `on conflict (bucket_id, name) do update set metadata = excluded.metadata, user_metadata = excluded.user_metadata,
           version = excluded.version, owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`
      : '';
    const { rows } = await query(
      `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
       values ($1, $2, $3::uuid, $3::text, $4, $5::jsonb, $6::jsonb) ${onConflict} returning id`,
      [object.bucket, object.name, caller.claims.sub ?? null, object.version, object.metadata, object.userMetadata],
    );
    return String(rows[0]?.['id']);
  };
  return {
    /** Buckets are settings, not data: read as the platform. Throws `noBucket`. */
    async bucket(id: string): Promise<Bucket> {
      const { rows } = await db.query(
        `select jsonb_build_object('id', id, 'file_size_limit', file_size_limit, 'allowed_mime_types', allowed_mime_types)::text as doc
         from storage.buckets where id = $1`,
        [id],
      );
      const bucket = parse<Bucket>(rows[0]);
      if (!bucket) throw refusals.noBucket();
      return bucket;
    },
    async buckets(caller: Caller): Promise<unknown[]> {
      const { rows } = await db.transaction((query) => query('select to_jsonb(b)::text as doc from storage.buckets b order by id'), caller);
      return rows.map((row) => parse(row));
    },
    /** The object if the caller may see it; without a caller, as the platform. */
    async find(bucket: string, name: string, caller?: Caller): Promise<StoredObject> {
      const sql = `select ${rowJson('o')} from storage.objects o where o.bucket_id = $1 and o.name = $2`;
      const { rows } = caller ? await db.transaction((query) => query(sql, [bucket, name]), caller) : await db.query(sql, [bucket, name]);
      const object = parse<StoredObject>(rows[0]);
      if (!object) throw refusals.noObject();
      return object;
    },
    /** Asks the policies before a byte is received: inserts and takes it back. */
    async probe(object: NewObject, caller: Caller, replace: boolean): Promise<void> {
      const attempt = db.transaction(async (query) => {
        await insert(query, caller, object, replace);
        throw new Undo();
      }, caller);
      await attempt.catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
    },
    insert: (object: NewObject, caller: Caller, replace: boolean): Promise<string> =>
      db.transaction((query) => insert(query, caller, object, replace), caller),
    /** Removes what the caller may remove; `beforeCommit` sees the removed rows while they can still come back. */
    remove: (
      bucket: string,
      names: readonly string[],
      caller: Caller,
      beforeCommit: (rows: StoredObject[]) => Promise<void>,
    ): Promise<StoredObject[]> =>
      db.transaction(async (query) => {
        const { rows } = await query(
          `delete from storage.objects o where o.bucket_id = $1 and o.name in (select jsonb_array_elements_text($2::jsonb)) returning ${rowJson('o')}`,
          [bucket, JSON.stringify(names)],
        );
        const removed = rows.flatMap((row) => parse<StoredObject>(row) ?? []);
        await beforeCommit(removed);
        return removed;
      }, caller),
    async list({ bucket, prefix, search, limit, offset, column, descending }: ListQuery, caller: Caller): Promise<unknown[]> {
      if (!SORTABLE.includes(column)) throw refusals.invalidRequest(`Sorting by ${column} is not supported`);
      const order = `${column === 'name' ? 'entry collate "C"' : `max(${column})`} ${descending ? 'desc' : 'asc'} nulls last, entry collate "C"`;
      const { rows } = await db.transaction(
        (query) =>
          query(
            `select jsonb_build_object('name', entry, 'id', min(id::text), 'created_at', min(created_at), 'updated_at', max(updated_at),
               'last_accessed_at', max(last_accessed_at), 'metadata', (array_agg(metadata))[1])::text as doc
             from (
               select split_part(substr(name, length($2) + 1), '/', 1) as entry, strpos(substr(name, length($2) + 1), '/') > 0 as is_folder,
                 case when strpos(substr(name, length($2) + 1), '/') > 0 then null else id end as id,
                 case when strpos(substr(name, length($2) + 1), '/') > 0 then null else metadata end as metadata,
                 case when strpos(substr(name, length($2) + 1), '/') > 0 then null else created_at end as created_at,
                 case when strpos(substr(name, length($2) + 1), '/') > 0 then null else updated_at end as updated_at,
                 case when strpos(substr(name, length($2) + 1), '/') > 0 then null else last_accessed_at end as last_accessed_at
               from storage.objects where bucket_id = $1 and starts_with(name, $2)
             ) entries
             where strpos(lower(entry), lower($3)) > 0 or $3 = ''
             group by entry, is_folder order by ${order} limit $4 offset $5`,
            [bucket, prefix, search, limit, offset],
          ),
        caller,
      );
      return rows.map((row) => parse(row));
    },
    async isVersionNamed(version: string): Promise<boolean> {
      return (await db.query('select 1 from storage.objects where version = $1', [version])).rows.length > 0;
    },
  };
}
export type ObjectRows = ReturnType<typeof createObjectRows>;
