import { randomUUID } from 'node:crypto';
import { createClient, type RealtimeChannel, type RealtimePostgresChangesPayload, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { readPlatformSql } from '#local/db/platform-sql.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { postgresBin } from '#tests/support/postgres-server.ts';

const ours = '00000000-0000-4000-8000-00000000000a';
const theirs = '00000000-0000-4000-8000-00000000000b';
const anna = '00000000-0000-4000-8000-000000000001';
const ben = '00000000-0000-4000-8000-000000000002';

/** Tables of their own, so that these tests say what realtime does and not what the app's policies say today. */
const SCHEMA = `
  create table public.rt_members (user_id uuid, company_id uuid);
  grant select on public.rt_members to authenticated;
  insert into public.rt_members values ('${anna}', '${ours}'), ('${ben}', '${theirs}');
  create table public.rt_notes (id uuid primary key, company_id uuid not null, title text not null, amount numeric, at timestamptz, secret text);
  create table public.rt_pairs (left_id uuid, right_id uuid, company_id uuid not null, primary key (left_id, right_id));
  create table public.rt_quiet (id uuid primary key);
  revoke all on public.rt_notes from anon, authenticated;
  grant select (id, company_id, title, amount, at) on public.rt_notes to authenticated;
  alter table public.rt_notes enable row level security;
  alter table public.rt_pairs enable row level security;
  create policy own on public.rt_notes for select to authenticated using (company_id in (select company_id from public.rt_members where user_id = auth.uid()));
  create policy own on public.rt_pairs for select to authenticated using (company_id in (select company_id from public.rt_members where user_id = auth.uid()));
  alter table public.rt_notes replica identity full;
  alter publication supabase_realtime add table public.rt_notes, public.rt_pairs;
`;

/** The line goes dead: no library has a public way to ask for that. */
function breakConnection(client: SupabaseClient): void {
  const adapter: { getSocket(): { conn: { close(): void } } } = Reflect.get(client.realtime, 'socketAdapter');
  adapter.getSocket().conn.close();
}

const textOf = (data: WebSocket.RawData): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '');

type Event = RealtimePostgresChangesPayload<Record<string, unknown>>;
const engines = postgresBin() === null ? (['pglite'] as const) : (['pglite', 'postgres'] as const);

describe.each(engines)('realtime on %s', (engine) => {
  let backend: Backend;
  const clients: SupabaseClient[] = [];
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    backend = await startBackend({ engine, database: 'own' });
    await backend.db.exec(SCHEMA);
    for (const script of readPlatformSql().after) await backend.db.exec(script);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()));
    for (const socket of sockets.splice(0)) socket.terminate();
  });
  afterAll(() => backend?.stop());

  const token = (sub: string, lifetime = '1h') =>
    new SignJWT({ sub, role: 'authenticated', aud: 'authenticated', aal: 'aal1' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(new TextEncoder().encode(backend.jwtSecret));
  const clientOf = async (sub: string | null, vsn: '1.0.0' | '2.0.0' = '2.0.0', lifetime?: string) => {
    const access = sub === null ? backend.anonKey : await token(sub, lifetime);
    const client = createClient(backend.url, backend.anonKey, { accessToken: async () => access, realtime: { vsn } });
    await client.realtime.setAuth(access);
    clients.push(client);
    return client;
  };
  type Filter = { event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'; table?: string; filter?: string };
  /** Subscribes, waits until the server confirms, and collects what comes. */
  const listen = async (client: SupabaseClient, { event = '*', table = 'rt_notes', filter }: Filter = {}) => {
    const events: Event[] = [];
    const system: { status: string; message: string }[] = [];
    const channel = client
      .channel(`public:${table}:${randomUUID()}`)
      .on(
        'postgres_changes',
        { event: event as '*', schema: 'public', table, ...(filter ? { filter } : {}) },
        (payload) => void events.push(payload),
      )
      .on('system', {}, (payload) => void system.push(payload));
    await subscribed(channel);
    await expect.poll(() => system.length).toBeGreaterThan(0);
    return { events, system, channel };
  };
  const subscribed = (channel: RealtimeChannel) =>
    new Promise<void>((resolve, reject) => {
      channel.subscribe((status, error) => {
        if (status === 'SUBSCRIBED') resolve();
        else if (status !== 'CLOSED') reject(error ?? new Error(status));
      });
    });
  const insertNote = async (company = ours, fields: Record<string, unknown> = {}) => {
    const note = { id: randomUUID(), company_id: company, title: 'Notiz', amount: 1, at: null, secret: null, ...fields };
    await backend.db.query('insert into public.rt_notes select * from jsonb_populate_record(null::public.rt_notes, $1::jsonb)', [
      JSON.stringify(note),
    ]);
    return note.id;
  };
  const settle = async () => {
    // Changes are delivered in order: once a later one has arrived, an earlier one that has not will never.
    const sentinel = await listen(await clientOf(anna), { filter: 'title=eq.sentinel' });
    await insertNote(ours, { title: 'sentinel' });
    await expect.poll(() => sentinel.events.length).toBe(1);
  };
  const titles = (events: readonly Event[]) => events.map(({ new: row }) => ('title' in row ? row['title'] : null));

  test('what nobody listens to is not copied', async () => {
    const copied = async () =>
      (await backend.db.query('select case when is_called then last_value else 0 end as n from realtime.changes_id_seq')).rows[0]?.['n'];
    const before = await copied();
    await backend.db.query('insert into public.companies (id, name) values ($1, $2)', [randomUUID(), 'Quiet']);
    expect(await copied()).toBe(before);
    await listen(await clientOf(anna), { table: 'companies' });
    await backend.db.query('insert into public.companies (id, name) values ($1, $2)', [randomUUID(), 'Heard']);
    expect(await copied()).not.toBe(before);
  });

  test.each(['1.0.0', '2.0.0'] as const)('protocol %s carries inserts, updates and deletes', async (vsn) => {
    const before = Date.now();
    const { events, system } = await listen(await clientOf(anna, vsn), { filter: `company_id=eq.${ours}` });
    expect(system[0]).toMatchObject({ status: 'ok', message: 'Subscribed to PostgreSQL' });
    const id = await insertNote(ours, { amount: 12.5, at: '2026-01-31T09:00:00Z', secret: 'not for you' });
    await backend.db.query(`update public.rt_notes set title = 'Zweite Fassung' where id = $1`, [id]);
    // A row that is gone when its change is read can't be checked any more; so it is on the hosted platform, too.
    await expect.poll(() => events.length).toBe(2);
    await backend.db.query('delete from public.rt_notes where id = $1', [id]);
    await expect.poll(() => events.length).toBe(3);
    expect(events.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    expect(events[1]).toMatchObject({
      schema: 'public',
      table: 'rt_notes',
      errors: null,
      new: { id, title: 'Zweite Fassung', amount: 12.5 },
      old: { id },
    });
    expect(Date.parse(events[1]!.commit_timestamp)).toBeGreaterThan(before - 1_000);
    expect(events[2]).toMatchObject({ new: {}, old: { id } });
    expect(Object.keys(events[2]!.old)).toEqual(['id']);
    expect(Object.keys(events[0]!.new).sort()).toEqual(['amount', 'at', 'company_id', 'id', 'title']);
  });

  test('a stranger hears nothing of another company, whatever they subscribe to', async () => {
    const mine = await listen(await clientOf(anna));
    const eavesdroppers = await Promise.all([
      listen(await clientOf(ben)),
      listen(await clientOf(ben), { filter: `company_id=eq.${ours}` }),
      listen(await clientOf(ben), { table: '*' }),
      listen(await clientOf(null)),
    ]);
    const id = await insertNote();
    await backend.db.query(`update public.rt_notes set title = 'geheim' where id = $1`, [id]);
    await expect.poll(() => mine.events.length).toBe(2);
    await settle();
    expect(eavesdroppers.map(({ events }) => events)).toEqual([[], [], [], []]);
  });

  test('who loses a right hears nothing any more, without joining again', async () => {
    const { events } = await listen(await clientOf(ben));
    await insertNote(theirs);
    await expect.poll(() => events.length).toBe(1);
    await backend.db.query('delete from public.rt_members where user_id = $1', [ben]);
    await insertNote(theirs);
    await settle();
    await backend.db.query('insert into public.rt_members values ($1, $2)', [ben, theirs]);
    expect(events).toHaveLength(1);
  });

  test.each([
    ['title=eq.b', ['b']],
    ['title=neq.b', ['a', 'c, d']],
    ['amount=gt.9', ['b', 'c, d']],
    ['amount=gte.10', ['b', 'c, d']],
    ['amount=lt.10', ['a']],
    ['amount=lte.9', ['a']],
    ['title=in.(a,"c, d")', ['a', 'c, d']],
    ['at=gt.2026-01-01T00:00:00+01:00', ['c, d']],
  ])('filter %s', async (filter, expected) => {
    const run = randomUUID();
    const { events } = await listen(await clientOf(anna), { filter, event: 'INSERT' });
    await insertNote(ours, { title: 'a', amount: 9, secret: run });
    await insertNote(ours, { title: 'b', amount: 10, at: '2025-12-31T23:00:00Z' });
    await insertNote(ours, { title: 'c, d', amount: 100, at: '2025-12-31T23:00:01Z' });
    await settle();
    expect(titles(events).filter((title) => title !== 'sentinel')).toEqual(expected);
  });

  test('a subscription to one event hears only that event', async () => {
    const { events } = await listen(await clientOf(anna), { event: 'UPDATE' });
    const id = await insertNote();
    await backend.db.query(`update public.rt_notes set amount = 2 where id = $1`, [id]);
    await expect.poll(() => events.length).toBe(1);
    await backend.db.query('delete from public.rt_notes where id = $1', [id]);
    await settle();
    expect(events.map(({ eventType }) => eventType)).toEqual(['UPDATE']);
  });

  test('a table with a key of two columns is checked and identified by both', async () => {
    const { events } = await listen(await clientOf(anna), { table: 'rt_pairs' });
    const [left, right] = [randomUUID(), randomUUID()];
    await backend.db.query('insert into public.rt_pairs values ($1, $2, $3), ($1, $4, $5)', [left, right, ours, randomUUID(), theirs]);
    await expect.poll(() => events.length).toBe(1);
    await backend.db.query('delete from public.rt_pairs where right_id = $1', [right]);
    await expect.poll(() => events.length).toBe(2);
    expect(events[0]!.new).toMatchObject({ left_id: left, right_id: right });
    expect(events[1]!.old).toEqual({ left_id: left, right_id: right });
  });

  test('a transaction of many rows arrives whole and in order, a rolled back one not at all', async () => {
    const { events } = await listen(await clientOf(anna), { event: 'INSERT' });
    const undone = backend.db.transaction(async (query) => {
      await query(`insert into public.rt_notes (id, company_id, title) values (gen_random_uuid(), $1, 'undone')`, [ours]);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await backend.db.query(
      `insert into public.rt_notes (id, company_id, title) select gen_random_uuid(), $1, n::text from generate_series(1, 1200) n`,
      [ours],
    );
    await expect.poll(() => events.length).toBe(1200);
    expect(titles(events)).toEqual(Array.from({ length: 1200 }, (_, index) => String(index + 1)));
    await expect.poll(async () => Number((await backend.db.query('select count(*) as n from realtime.changes')).rows[0]!['n'])).toBe(0);
  });

  test('a row too long to send says so and keeps its short values', async () => {
    const { events } = await listen(await clientOf(anna));
    const id = await insertNote(ours, { title: 'x'.repeat(1_100_000) });
    await expect.poll(() => events.length).toBe(1);
    expect(events[0]).toMatchObject({ errors: ['Error 413: Payload Too Large'], new: { id } });
    expect(events[0]!.new).not.toHaveProperty('title');
  });

  test('a table that is not published, or a filter on a column it lacks, is said', async () => {
    for (const wish of [{ table: 'rt_quiet' }, { filter: 'nothing=eq.1' }]) {
      const { system } = await listen(await clientOf(anna), wish);
      expect(system[0]).toMatchObject({ status: 'error', message: expect.stringContaining('Unable to subscribe') });
    }
  });

  test('what is not supported is refused, not half-answered', async () => {
    const client = await clientOf(anna);
    const notes = { event: '*', schema: 'public', table: 'rt_notes' } as const;
    for (const filter of ['title=like.a%', 'title=not.eq.a', 'title=eq.a,amount=eq.1', 'amount', 'title=in.a']) {
      await expect(subscribed(client.channel(randomUUID()).on('postgres_changes', { ...notes, filter }, () => undefined))).rejects.toThrow(
        'filter',
      );
    }
    await expect(subscribed(client.channel(randomUUID(), { config: { private: true } }))).rejects.toThrow(
      'Private channels are not supported',
    );
    await expect(subscribed(client.channel(randomUUID()).on('presence', { event: 'sync' }, () => undefined))).rejects.toThrow(
      'Presence is not supported',
    );
  });

  test('a token that ends closes the channel; a fresh one in time keeps it open', async () => {
    const short = await clientOf(anna, '2.0.0', '2s');
    const closing = await listen(short);
    const renewed = createClient(backend.url, backend.anonKey);
    clients.push(renewed);
    await renewed.realtime.setAuth(await token(anna, '2s'));
    const staying = await listen(renewed);
    await renewed.realtime.setAuth(await token(anna));
    await expect.poll(() => String(closing.channel.state)).toBe('closed');
    expect(closing.system.at(-1)).toMatchObject({ status: 'error', message: 'Token has expired' });
    await insertNote();
    await expect.poll(() => staying.events.length).toBe(1);
    expect(closing.events).toEqual([]);
  });

  test('a forged or expired token joins nothing', async () => {
    const forged = await new SignJWT({ sub: anna, role: 'authenticated', aud: 'authenticated' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('another secret of thirty-two bytes'));
    for (const bad of [forged, await token(anna, '-5m')]) {
      const client = createClient(backend.url, backend.anonKey);
      clients.push(client);
      await client.realtime.setAuth(bad);
      await expect(subscribed(client.channel(randomUUID()))).rejects.toThrow('InvalidJWTToken');
    }
  });

  test('after the connection breaks the client comes back by itself and hears again', async () => {
    const client = await clientOf(anna);
    const { events, system } = await listen(client);
    breakConnection(client);
    await expect.poll(() => system.length).toBe(2);
    await insertNote();
    await expect.poll(() => events.length).toBe(1);
  });

  test('who leaves hears nothing more', async () => {
    const { events, channel } = await listen(await clientOf(anna));
    expect(await channel.unsubscribe()).toBe('ok');
    await insertNote();
    await settle();
    expect(events).toEqual([]);
  });

  const open = async (query = `apikey=${backend.anonKey}&vsn=2.0.0`) => {
    const socket = new WebSocket(`${backend.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`);
    sockets.push(socket);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return socket;
  };
  const closeCode = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve));

  test('malformed messages cost their sender the connection and nobody else anything', async () => {
    const witness = await listen(await clientOf(anna));
    const join = (payload: unknown) => JSON.stringify(['1', '1', 'realtime:x', 'phx_join', payload]);
    for (const junk of [
      '',
      '{',
      '[]',
      'null',
      '{"topic":1}',
      '[1,2,3]',
      Buffer.from([3]),
      Buffer.from([3, 255, 255, 255, 255, 255, 1]),
      Buffer.from([9, 0]),
    ]) {
      const socket = await open();
      socket.send(junk);
      expect(await closeCode(socket)).toBe(1008);
    }
    for (const odd of [
      null,
      [],
      { config: [] },
      { config: { postgres_changes: [null] } },
      { config: { postgres_changes: 'x', broadcast: 1, presence: 'y' } },
      { access_token: 7 },
    ]) {
      const socket = await open();
      socket.send(join(odd));
      await new Promise((resolve) => socket.once('message', resolve));
    }
    const big = await open();
    big.send('x'.repeat(2_000_000));
    expect(await closeCode(big)).toBe(1009);
    await insertNote();
    await expect.poll(() => witness.events.length).toBe(1);
  });

  test('a heartbeat is answered, an unknown topic or message is refused', async () => {
    const socket = await open();
    const ask = async (message: unknown[]) => {
      socket.send(JSON.stringify(message));
      return new Promise((resolve) => socket.once('message', (data) => resolve(JSON.parse(textOf(data)))));
    };
    expect(await ask([null, '7', 'phoenix', 'heartbeat', {}])).toEqual([null, '7', 'phoenix', 'phx_reply', { status: 'ok', response: {} }]);
    expect(await ask(['1', '8', 'realtime:none', 'broadcast', {}])).toContainEqual({
      status: 'error',
      response: { reason: 'unmatched topic' },
    });
    await ask(['1', '9', 'realtime:here', 'phx_join', {}]);
    expect(await ask(['1', '10', 'realtime:here', 'constructor', {}])).toContainEqual(expect.objectContaining({ status: 'error' }));
  });

  test('one connection can hold a hundred channels and no more', async () => {
    const socket = await open();
    const replies: string[] = [];
    socket.on('message', (data) => replies.push(JSON.parse(textOf(data))[4].status));
    for (let n = 0; n < 101; n += 1) socket.send(JSON.stringify([`${n}`, `${n}`, `realtime:${n}`, 'phx_join', {}]));
    await expect.poll(() => replies.length).toBe(101);
    expect(replies.filter((status) => status === 'error')).toHaveLength(1);
  });

  test('a client that does not read is cut off and does not hold up the others', async () => {
    const reader = await listen(await clientOf(anna), { event: 'INSERT' });
    const lazy = await open();
    const access = await token(anna);
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'rt_notes' }] };
    lazy.send(JSON.stringify(['1', '1', 'realtime:lazy', 'phx_join', { config, access_token: access }]));
    await new Promise((resolve) => lazy.once('message', resolve));
    lazy.pause();
    const closed = closeCode(lazy);
    // One after the other: who reads more slowly than is written would be cut off, too.
    for (let n = 1; n <= 40; n += 1) {
      await insertNote(ours, { title: 'y'.repeat(900_000) });
      await expect.poll(() => reader.events.length).toBe(n);
    }
    lazy.resume();
    // The reason is the last of what it did not read: it gets that far, or the line is gone before.
    expect([1013, 1006]).toContain(await closed);
  });

  test('a wrong key, path or protocol gets no connection', async () => {
    await expect(open('apikey=wrong')).rejects.toThrow('401');
    await expect(open('')).rejects.toThrow('401');
    await expect(open(`apikey=${backend.anonKey}&vsn=3.0.0`)).rejects.toThrow('400');
  });

  test('a deleted row is heard by company and id, and by nothing else of it', async () => {
    const { rows } = await backend.db.query(
      `select p.tablename as name, (select string_agg(a.attname, ',' order by a.attname) from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisreplident) as identity
       from pg_publication_tables p join pg_class c on c.oid = format('%I.%I', p.schemaname, p.tablename)::regclass
       where p.pubname = 'supabase_realtime' and p.tablename not like 'rt\\_%'`,
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ identity }) => identity !== 'company_id,id')).toEqual([]);
  });

  test('a filter by a column that the subscriber may not read is refused, and hears nothing', async () => {
    const client = await clientOf(anna);
    const said: string[] = [];
    const events: Event[] = [];
    client
      .channel('spy')
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'rt_notes', filter: 'secret=eq.s1' },
        (event) => void events.push(event),
      )
      .on('system', {}, ({ message }: { message: string }) => void said.push(message))
      .subscribe();
    await expect.poll(() => said[0], { timeout: 20_000 }).toContain('invalid column for filter secret');
    const open = await listen(client);
    await insertNote(ours, { secret: 's1' });
    await expect.poll(() => open.events.length, { timeout: 20_000 }).toBe(1);
    expect(events).toEqual([]);
  });

  test('of what counts by its newest version the first change is told at once, and the others as one after it', async () => {
    await backend.db.query('insert into auth.users (id, email) values ($1, $2) on conflict do nothing', [anna, 'anna@kontor.example']);
    const company = randomUUID();
    await backend.db.transaction(async (query) => {
      await query(`select set_config('realtime.capture', 'off', true)`); // founding it is news, too
      await query('insert into public.companies (id, name) values ($1, $2)', [company, 'Nordlicht']);
      await query('insert into public.company_users (company_id, user_id, is_owner) values ($1, $2, true)', [company, anna]);
    });
    const { events } = await listen(await clientOf(anna), { table: 'company_news', filter: `company_id=eq.${company}` });
    const seqs = () => events.map(({ new: row }) => ('seq' in row ? Number(row['seq']) : null));
    const tell = `update public.company_news set seq = 1000 + $2 where company_id = $1`;
    await backend.db.transaction(async (query) => {
      for (let n = 1; n <= 20; n += 1) await query(tell, [company, n]);
    });
    await expect.poll(() => seqs().at(-1), { timeout: 20_000 }).toBe(1020);
    expect(seqs()).toEqual([1001, 1020]);
    await expect.poll(() => backend.db.query(tell, [company, 21]).then(() => seqs().at(-1)), { timeout: 20_000 }).toBe(1021);
  });

  test('each person hears what they may see, asked about together', async () => {
    const both = [await listen(await clientOf(anna)), await listen(await clientOf(ben))];
    await backend.db.transaction(async (query) => {
      for (const company of [ours, theirs, ours])
        await query('insert into public.rt_notes (id, company_id, title) values (gen_random_uuid(), $1::uuid, $1)', [company]);
    });
    await settle();
    expect(both.map(({ events }) => titles(events).filter((title) => title !== 'sentinel'))).toEqual([[ours, ours], [theirs]]);
  });

  test('a bulk load can switch the copies off', async () => {
    const { events } = await listen(await clientOf(anna));
    await backend.db.transaction(async (query) => {
      await query(`select set_config('realtime.capture', 'off', true)`);
      await query(`insert into public.rt_notes (id, company_id, title) values (gen_random_uuid(), $1, 'bulk')`, [ours]);
    });
    await settle();
    expect(titles(events)).toEqual(['sentinel']);
  });
});
