/**
 * By which rule something is noticed that the gate loosens or drops. It is asked first, and never taken for granted: without it all others about
 * the same table come first, for minutes. Written down from what `loosened` and `hunt` found.
 */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  'a reversal, and an expense that comes approved, are entered as they come': ['without trigger zzz_enter_new on expenses'],
  'a deleted company takes along what was kept of it, and nobody else’s': ['without trigger forget_activity_records on companies'],
  'the guest has in ours the rights of ours over expenses': ['policy member_insert on public.expenses with check (true)'],
  'the guest has in ours the rights of ours over invoices': ['policy member_insert on public.invoices with check (true)'],
  'what decides who sees a row decides in the same words who may touch it': [
    'without policy visible_update on public.companies',
    'without policy visible_delete on public.vendors',
    'without policy visible_update on public.customers',
    'without policy visible_delete on public.invoices',
    'without policy visible_update on public.payments',
    'without policy visible_update on public.recurring_invoice_items',
    'policy member_select on public.delivery_notes using (true)',
    'without policy visible_update on public.delivery_notes',
    'without policy visible_delete on public.bank_accounts',
  ],
  'with a verified second factor nothing is seen before it is used': [
    'without policy second_factor on public.expense_categories',
    'without policy second_factor on public.invoices',
    'without policy second_factor on public.invoice_items',
    'invoice_products without row level security',
    'files without row level security',
  ],
  'the guest has in ours the rights of ours over files': ['policy member_insert on public.files with check (true)'],
  'a viewer cannot even renew the version of invoice_products': ['policy member_update on public.invoice_products using (true)'],
  'nor deleted by an uploader who cannot see the expense': [
    'policy uploads_delete on storage.objects using (true)',
    'policy import_delete on storage.objects using (true)',
  ],
  'a viewer cannot even renew the version of invoices': ['policy member_update on public.invoices using (true)'],
  'the guest has in ours the rights of ours over payments': ['policy member_insert on public.payments with check (true)'],
  'a viewer cannot even renew the version of payments': ['policy member_update on public.payments using (true)'],
  'the consultant has in ours the rights of ours over recurring_expenses': [
    'policy member_delete on public.recurring_expenses using (true)',
  ],
  'invitations are seen by who may view the company’s users': ['policy member_select on public.invites using (true)'],
  'uploading needs the key in the company that the path names': ['policy logos_insert on storage.objects with check (true)'],
  'a logo is replaced and removed with the key, and never moved elsewhere': ['policy logos_update on storage.objects with check (true)'],
  'bank accounts are read by members and changed with their key': ['policy member_update on public.bank_accounts using (true)'],
  'anonymous reads nothing at all, not even that a table is empty': [
    'anonymous may select company_user_permissions',
    'anonymous may select files',
  ],
  'nor read by anybody who is not signed in': ['anonymous may select company_news', 'anonymous may select ledger_entries'],
  'owner may not update public.companies set created_at = now()': ['members may update companies.created_at'],
  "the server's columns of recurring_expenses are not written by an owner": [
    'members may update recurring_expenses.next_generation',
    'members may update recurring_expenses.created_at',
  ],
  'what the server notes is written by no member, in no column': [
    'members may update period_figures.company_id',
    'members may update ledger_entries.seq',
    'members may update ledger_entries.actor',
    'members may update company_news.id',
    'members may update activity_records.company_id',
    'members may update activity_records.activity_id',
    'members may update activity_records.record',
    'members may update file_checks.file_id',
    'members may update file_checks.checked_at',
    'members may update file_checks.is_original',
  ],
  'nobody writes invites directly': ['members may update invites.company_id'],
  'nobody writes company_mail_settings directly': [
    'members may update company_mail_settings.company_id',
    'members may update company_mail_settings.templates',
    'members may update company_mail_settings.has_password',
    'members may update company_mail_settings.reply_to',
  ],
  "the server's columns of delivery_notes are not written by an owner": [
    'members may update delivery_notes.seller',
    'members may update delivery_notes.buyer',
  ],
  "the server's columns of activity_log are not written by an owner": [
    'members may update activity_log.actor_id',
    'members may update activity_log.entity_id',
    'members may update activity_log.rev',
  ],
  "the server's columns of company_users are not written by an owner": [
    'members may update company_users.company_id',
    'members may update company_users.is_owner',
    'members may update company_users.email',
    'members may update company_users.rev',
  ],
  "the server's columns of customers are not written by an owner": ['members may update customers.company_id'],
  "the server's columns of expense_categories are not written by an owner": ['members may update expense_categories.company_id'],
  "the server's columns of periods are not written by an owner": ['members may update periods.created_at'],
  "the server's columns of expenses are not written by an owner": [
    'members may update expenses.company_id',
    'members may update expenses.recurring_expense_id',
  ],
  "the server's columns of files are not written by an owner": [
    'members may update files.created_by',
    'members may update files.size',
    'members may update files.original_path',
  ],
  "the server's columns of invoices are not written by an owner": [
    'members may update invoices.number_year',
    'members may update invoices.buyer',
    'members may update invoices.net_total',
    'members may update invoices.gross_total',
    'members may update invoices.recurring_period',
    'members may update invoices.number',
    'members may update invoices.document_type',
  ],
  "the server's columns of payments are not written by an owner": [
    'members may update payments.tax_point',
    'members may update payments.tax_shares',
  ],
  "the server's columns of recurring_invoices are not written by an owner": ['members may update recurring_invoices.last_generated'],
  "owner may not update public.company_user_permissions set permission_key = 'users.remove'": [
    'members may update company_user_permissions.permission_key',
  ],
  'the actor of an entry is whoever adds it': ['without trigger claim_activity on activity_log'],
  'not even the platform moves periods to another company': ['without trigger stamp on periods'],
  'the author of a file is whoever inserts it': ['without trigger claim_file on files'],
  'a receipt is not taken off a decided expense, by its uploader or anybody': ['without trigger keep_receipt on files'],
  'not even the platform moves files to another company': ['without trigger stamp on files'],
  'invoices take as many lines as the app shows': ['without trigger limit_inserted on invoice_items'],
  'a payment is neither recorded, moved nor deleted in a closed month': ['without trigger guard_payment on payments'],
  'not even the platform moves payments to another company': ['without trigger stamp on payments'],
  'only an invoice that is to be issued claims a number of its device': ['without trigger adopt_lease on invoices'],
  'a document that gets its rate later tells its payments of open months what they settle, and nobody else': [
    'without trigger tell_payments on invoices',
  ],
  'nobody changes or deletes what was kept, the platform included; it goes with its company': [
    'without trigger keep_all on period_figures',
  ],
  'an entry stays: not even the platform changes or removes one, but the company’s end does': [
    'without trigger forget_ledger on companies',
  ],
  'what was handed over is neither changed nor removed, and its parties stay': ['without trigger guard_delivery_note on delivery_notes'],
  'a company made with an account has it as its account': ['without trigger adopt_first_account on companies'],
  'what the server would issue by itself stays a draft where a warning is not overruled or a letter can’t be printed, and says which': [
    'without trigger plan_recurring on recurring_invoices',
  ],
  'months and settings are entered': ['without trigger zzz_enter on periods'],
  'a correction takes back lines of its own invoice, at their tax, no more than is left, and says why': [
    'without trigger add_correction on invoices',
  ],
  'an approval fixes the rate of the day of the expense, whatever a device proposes; a rate that a person entered stays': [
    'without trigger value_in_books on expenses',
  ],
  'a viewer cannot even renew the version of vendors': ['every member holds every key'],
  'members see their own companies only': ['everyone belongs to every company'],
  "a member writes every column of delivery_notes that is not the server's": ['right of authenticated to select delivery_notes taken'],
  'customers accepts and refuses the same edge values': [
    'check customers_buyer_reference_check on customers without «(char_length(buyer_reference) <= 100)»',
    'check customers_vat_id_check on customers without «(char_length(vat_id) <= 20)»',
  ],
  'no text or list that somebody sends is endless': [
    "check expenses_status_check on expenses without «(status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'reimbursed'::text]))»",
    "check notifications_channel_check on private.notifications without «(channel = ANY (ARRAY['mail'::text, 'push'::text]))»",
  ],
  'invites.status takes what fits and nothing beyond': ["check invites_status_check on invites without 'revoked'::text"],
  'invoice_products accepts and refuses the same edge values': [
    'check invoice_products_exemption_reason_check on invoice_products without «(char_length(exemption_reason) <= 200)»',
    "check invoice_products_tax_category_check on invoice_products without 'Z'::text",
  ],
  'invoices.number takes what fits and nothing beyond': [
    "check invoices_issued_complete on invoices without «((status = ANY (ARRAY['draft'::text, 'ready_to_issue'::text])) OR ((number IS NOT NULL) AND (issue_date IS NOT NULL) AND (due_date IS NOT NULL) AND (seller IS NOT NULL) AND (buyer IS NOT NULL)))»",
  ],
  'invoice_mails.channel takes what fits and nothing beyond': [
    "check invoice_mails_channel_check on private.invoice_mails without 'post'::text",
  ],
  'recurring_expenses.tax_amount takes what fits and nothing beyond': [
    "check recurring_expenses_tax_amount_check on recurring_expenses without «(tax_amount <= ('9999999999'::bigint)::numeric)»",
  ],
  'recurring_invoice_items accepts and refuses the same edge values': [
    'check recurring_invoice_items_tax_rate_check on recurring_invoice_items without «(tax_rate <= (100)::numeric)»',
  ],
  'vendors accepts and refuses the same edge values': [
    'check vendors_rev_check on vendors without «((char_length(rev) >= 1) AND (char_length(rev) <= 80))»',
  ],
  'with a company goes all that belongs to it, but for what its devices still ask about': [
    'reference files_company_id_fkey of files dropped',
  ],
  'with a person goes what is theirs alone, and what they did stays': [
    'reference invites_answered_by_fkey of invites that keeps what hangs on it',
  ],
  'a record points to one of its own company only, even where no trigger looks': [
    'reference invoices_corrects_id_fkey of invoices over companies',
  ],
  'there is one row of private.nested_collections by its key, whoever brings it': [
    'unique nested_collections_pkey of private.nested_collections dropped',
  ],
  'there is one row of private.number_counters by its key, whoever brings it': [
    'unique number_counters_pkey of private.number_counters dropped',
  ],
  'parent_id, author of public.activity_records may be empty, whoever brings the rows': [
    'column activity_records.collection without a value',
  ],
  'decided_by, decided_at of public.periods may be empty, whoever brings the rows': ['column periods.rev without a value'],
  'nothing of private.applied_mutations may be empty, whoever brings the rows': ['column private.applied_mutations.row_id without a value'],
  'finished_at, level, reminder, invoice_id, delivery_note_id of private.invoice_mails may be empty, whoever brings the rows': [
    'column private.invoice_mails.started_at without a value',
  ],
  'ended_at, ended_by, end_reason of private.number_leases may be empty, whoever brings the rows': [
    'column private.number_leases.format without a value',
  ],
  'end_date, skip_before, last_generated, generate_requested of public.recurring_invoices may be empty, whoever brings the rows': [
    'column recurring_invoices.created_by without a value',
  ],
  'a row of public.activity_log begins with what is right where nothing was said': ['column activity_log.id without its default'],
  'a row of public.bank_accounts begins with what is right where nothing was said': ['column bank_accounts.id without its default'],
  'there is one row of public.company_mail_settings by its key, whoever brings it': [
    'column company_mail_settings.created_at without its default',
  ],
  'a row of public.company_user_permissions begins with what is right where nothing was said': [
    'column company_user_permissions.id without its default',
  ],
  'a row of public.customers begins with what is right where nothing was said': ['column customers.email without its default'],
  'a row of public.invoice_products begins with what is right where nothing was said': [
    'column invoice_products.id without its default',
    'column invoice_products.rev without its default',
  ],
  'there is one row of private.company_deletions by its key, whoever brings it': [
    'column private.company_deletions.asked_at without its default',
  ],
  'there is one row of private.invoice_mails by its key, whoever brings it': ['column private.invoice_mails.copies without its default'],
  'a row of private.notifications begins with what is right where nothing was said': [
    'column private.notifications.id without its default',
  ],
  'a row of public.recurring_expenses begins with what is right where nothing was said': [
    'column recurring_expenses.lead_days without its default',
  ],
  "a member writes every column of companies that is not the server's": ['right of authenticated to update companies.logo_path taken'],
  "a member writes every column of expenses that is not the server's": ['right of authenticated to update expenses.is_reimbursable taken'],
  "a member writes every column of invoice_items that is not the server's": [
    'right of authenticated to insert invoice_items.origin_item_id taken',
  ],
  "a member writes every column of invoices that is not the server's": ['right of authenticated to insert invoices.service_to taken'],
  "a member writes every column of payments that is not the server's": ['right of authenticated to insert payments.reversal_reason taken'],
  "a member writes every column of periods that is not the server's": ['right of authenticated to insert periods.reason taken'],
  "a member writes every column of recurring_invoice_items that is not the server's": [
    'right of authenticated to insert recurring_invoice_items.company_id taken',
    'right of authenticated to insert recurring_invoice_items.tax_category taken',
    'right of authenticated to select recurring_invoice_items taken',
  ],
  "a member writes every column of recurring_invoices that is not the server's": [
    'right of authenticated to update recurring_invoices.skip_before taken',
  ],
  "a member writes every column of vendors that is not the server's": [
    'right of authenticated to update vendors.city taken',
    'right of authenticated to update vendors.email taken',
  ],
};

/** The rule by what it notices. */
export const LIKELY: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FOUND).flatMap(([rule, names]) => names.map((name) => [name, rule])),
);
