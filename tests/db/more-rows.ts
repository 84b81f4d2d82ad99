import { insertOf } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import type { Statement } from './asking.ts';
import { FRESH, OURS, type World } from './world.ts';

/** An invitation to our company, and its token. */
export const invite = (id: string): Statement =>
  insertOf('invites', { id, company_id: OURS, email: 'new@kontor.example', language: 'en', invited_by: personaId('admin') });
export const token = (id: string, text = 'a'): Statement => [
  'insert into private.invite_tokens (invite_id, token_hash) values ($1, $2)',
  [id, text.repeat(64)],
];

export const exported: Statement = [
  "insert into private.last_exports (company_id, books, sha256, bytes) values ($1, repeat('a', 64), repeat('a', 64), 1)",
  [OURS],
];
/** A company that may be purged now. */
export const ended = (company: string): Statement => [
  "insert into private.company_deletions (company_id, purge_after, export_sha256, books) values ($1, now(), repeat('a', 64), repeat('a', 64))",
  [company],
];
/** Somebody who belonged to a closed company. */
export const closedMembership = (company: string, person: string): Statement => [
  `insert into private.closed_memberships (company_id, user_id, id, is_owner, is_admin, keys, created_at)
   values ($1, $2, gen_random_uuid(), false, false, '{}', now())`,
  [company, person],
];
export const closedMember = closedMembership(OURS, personaId('viewer'));

/** A message to a member of ours, about an expense of ours. */
export const notification = (world: World): Statement[] => [
  [
    `insert into private.notification_events (company_id, expense_id, step, made_at) values ($1, $2, 'approved', '2026-01-31T12:00:00Z')`,
    [OURS, world.ids['ours expenses']],
  ],
  [
    "insert into private.notifications (id, company_id, user_id, topic, channel, due_at) values ($1, $2, $3, 'own', 'mail', now())",
    [FRESH, OURS, personaId('viewer')],
  ],
  [
    `insert into private.notification_items (company_id, notification_id, event_id)
     select $1, $2, e.id from private.notification_events e where e.company_id = $1 order by e.id desc limit 1`,
    [OURS, FRESH],
  ],
];

/** A browser that takes push messages, of a session that is live. */
export const pushBrowser = (person = personaId('admin'), id = FRESH): Statement[] => [
  ['insert into auth.sessions (id, user_id) values ($1, $2)', [id, person]],
  [
    `insert into private.push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
     values ($1, $2::uuid, 'https://fcm.googleapis.com/' || $2::uuid::text, repeat('a', 87), repeat('b', 22))`,
    [person, id],
  ],
];

/** A row of ours in each table in which the world has none. */
export const moreRows = (world: World): Statement[] => [
  ['insert into public.company_mail_settings (company_id) values ($1)', [OURS]],
  ["insert into private.company_mail_secrets (company_id, smtp_password) values ($1, 'x')", [OURS]],
  ...notification(world),
  ...pushBrowser(),
  ["insert into private.notification_choices (user_id, kind, channel, is_on) values ($1, 'approved', 'mail', true)", [personaId('admin')]],
  exported,
  ended(OURS),
  closedMember,
  ['insert into private.deleted_companies (company_id) values ($1)', [OURS]],
  invite(FRESH),
  token(FRESH),
  [
    `insert into private.invoice_mails (company_id, mutation_id, invoice_id, user_id, recipients, subject, state)
     values ($1, 'm-1', $2, $3, '{}', 'x', 'sent')`,
    [OURS, world.ids['ours issued'], personaId('owner')],
  ],
  [
    "insert into private.sent_mails (company_id, user_id, purpose, recipient) values ($1, $2, 'test', 'x@kontor.example')",
    [OURS, personaId('owner')],
  ],
  ["insert into private.number_gap_reasons (company_id, year, number, reason) values ($1, 2026, 1, 'x')", [OURS]],
  [
    `insert into private.number_leases (id, company_id, series, year, format, prefix, numbers, device_id, device_name, user_id, valid_until)
     values ($2, $1, 'invoices', 2026, '{number}', '', '{1}', $2, 'x', $3, '2026-12-31')`,
    [OURS, FRESH, personaId('owner')],
  ],
  ["insert into private.seller_states (company_id, language, seller) values ($1, 'en', '{}')", [OURS]],
  ["insert into private.recovery_codes (user_id, code_hash) values ($1, 'x')", [personaId('admin')]],
  ['insert into private.recovery_attempts (user_id) values ($1)', [personaId('admin')]],
  ["insert into private.orphan_objects (bucket_id, name, stored_at, keep_for) values ('uploads', 'x', now(), '30 days')"],
  ["insert into private.imports (id, user_id, company_id, manifest) values ($1, $2, $1, '{}')", [FRESH, personaId('owner')]],
  ["insert into private.import_rows (import_id, table_name, line, row) values ($1, 'vendors', 1, '{}')", [FRESH]],
  ["insert into private.import_files (import_id, bucket_id, name, sha256, size) values ($1, 'uploads', 'x', repeat('a', 64), 1)", [FRESH]],
  [
    "insert into private.applied_mutations (company_id, mutation_id, collection, row_id, user_id) values ($1, 'm-1', 'vendors', $2, $3)",
    [OURS, FRESH, personaId('owner')],
  ],
  [
    `insert into public.ledger_entries (company_id, seq, kind, collection, record_id, label, form, payload_sha256, receipts, prev_sha256, sha256, at)
     values ($1, 1000, 'settings', 'companies', $1, '', 1, repeat('a', 64), '', repeat('b', 64), repeat('c', 64), now())`,
    [OURS],
  ],
  [
    'insert into private.set_aside_objects (path, company_id, file_id) values ($2, $1, $3)',
    [OURS, `${OURS}/aside.pdf`, world.ids['ours files']],
  ],
  [
    "insert into public.file_checks (file_id, company_id, sha256, size) values ($1, $2, repeat('a', 64), 1)",
    [world.ids['ours files'], OURS],
  ],
  [`insert into private.exchange_rates (day, source, rates) values ('2026-01-02', 'ecb', '{"USD": "1.08"}')`],
  ["insert into public.permissions (key) values ('listed.key')"],
  ["insert into private.permission_presets (preset, key) values ('viewer', 'listed.key')"],
];
