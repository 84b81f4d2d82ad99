import { personaId, callerOf } from '#tests/support/personas.ts';
import { testId } from '#tests/support/builders.ts';
import { type Archived, archiveOf, manifestOf } from './archive-of.ts';
import { BARE, type Person, type Statement } from './asking.ts';
import { ended } from './more-rows.ts';
import { OURS, type World } from './world.ts';

export const IMPORT = testId(0xe_01);
type Tables = Record<string, Record<string, unknown>[]>;
type Claims = Record<string, unknown>;

export const become = (who: Person, claims: Claims = {}): Statement => [
  "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
  [callerOf(who).role, JSON.stringify({ ...callerOf(who).claims, ...claims })],
];
export const unbecome: Statement = ["select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)"];
export const asPlatform: Statement = ["select set_config('role', 'service_role', true), set_config('request.jwt.claims', '', true)"];

/** What no trigger would leave as it is: older settings, sums and plans, and a receipt that was verified. */
const ODD: readonly Statement[] = [
  BARE,
  ['delete from public.ledger_entries where company_id = $1', [OURS]],
  ["update public.companies set settings = settings - 'vat', former_letterhead = '{}' where id = $1", [OURS]],
  ['update public.bank_accounts set is_default = false where company_id = $1', [OURS]],
  ["update public.recurring_invoices set next_generation = '2031-01-01' where company_id = $1", [OURS]],
  ["update public.recurring_expenses set next_generation = '2031-01-01' where company_id = $1", [OURS]],
  ["update public.payments set tax_shares = '[]' where company_id = $1", [OURS]],
  ["update public.expenses set tax_lines = '[]', tax_amount = 3 where company_id = $1 and status = 'approved'", [OURS]],
  ['update public.periods set is_closed = true where company_id = $1', [OURS]],
  ['set local session_replication_role = origin'],
];

const OBJECT =
  "insert into storage.objects (bucket_id, name, owner_id, version, updated_at) values ('uploads', $1, $2, 'kept', now() - interval '1 minute') on conflict do nothing";

export type Way = {
  readonly who?: Person;
  readonly claims?: Claims;
  /** Changes rows before their manifest is made. */ readonly rows?: (tables: Tables) => void;
  /** Changes the manifest. */ readonly manifest?: Record<string, unknown>;
  /** Statements between the rows and the end, as the person. */ readonly before?: readonly Statement[];
  /** Statements as the platform before the company is taken away. */ readonly world?: readonly Statement[];
  /** Leaves out the platform's look at the stored file. */ readonly unread?: boolean;
  readonly keep?: boolean;
  readonly end?: Statement;
};

const refusalOf = (error: unknown): string => {
  const { message, detail = '' } = error as { message: string; detail?: string };
  return [message, detail].filter(Boolean).join(' ');
};

/** Takes our company out of the world as an archive and brings it in again; `look` sees what came of it. A refusal is told with what it is about. */
export function imported<T>(world: World, way: Way, look: (archive: Archived) => Promise<T>): Promise<T | string> {
  const { who = 'stranger', claims, rows, manifest = {}, before = [], unread = false, keep = false } = way;
  const { query } = world;
  const kept = world.ids['employee kept file'] ?? '';
  const path = `${OURS}/${kept}.pdf`;
  return world.given(
    [
      ...ODD,
      ['insert into public.file_checks (file_id, company_id, sha256, size) values ($1, $2, $3, 1024)', [kept, OURS, 'a'.repeat(64)]],
      ['set constraints all immediate'],
      ['set constraints all deferred'],
      ...(way.world ?? []),
      ['select private.carry_over_ledger()'],
      [OBJECT, [path, personaId('employee')]],
    ],
    async () => {
      const whole = await archiveOf(query, OURS);
      const tables = structuredClone(whole.tables) as Tables;
      rows?.(tables);
      const made = manifestOf(OURS, tables, {});
      const entries = [...(made['entries'] as object[]), { path: `files/uploads/${path}`, bytes: 1024, sha256: 'a'.repeat(64) }];
      if (!keep) {
        await query(...ended(OURS));
        await query('delete from public.companies where id = $1', [OURS]);
      }
      await query('set constraints all immediate');
      await query('set constraints all deferred');
      const steps: Statement[] = [
        become(who, claims),
        ['select public.begin_import($1, $2)', [IMPORT, { ...made, entries, ...manifest }]],
        ...Object.entries(tables).flatMap(([name, its]): Statement[] =>
          its.length === 0 ? [] : [['select public.import_rows($1, $2, 1, $3)', [IMPORT, name, JSON.stringify(its)]]],
        ),
        ...(unread
          ? []
          : ([
              asPlatform,
              ["select public.note_import_file($1, 'uploads', $2, $3, 1024, clock_timestamp())", [IMPORT, path, 'a'.repeat(64)]],
              become(who, claims),
            ] as Statement[])),
        ...before,
        way.end ?? ['select public.finish_import($1)', [IMPORT]],
        unbecome,
        ['set constraints all immediate'],
      ];
      try {
        return await world.given(steps, () => look({ ...whole, tables }));
      } catch (error) {
        return refusalOf(error);
      }
    },
  );
}
