import { NOTICED_OF_NUMBERS } from './noticed-number-conditions.ts';

/** A condition of each function, policy and view, and the rule that notices when it is dropped. */
export const NOTICED: Readonly<Record<string, string>> = {
  ...NOTICED_OF_NUMBERS,
  'note_file_check(uuid,text,integer,timestamp with time zone,text) without «o.updated_at < p_asked_at»':
    'bytes that were stored after they were asked for, or that are no receipt’s, are not taken for those that were read',
  'note_file_check(uuid,text,integer,timestamp with time zone,text) without «(c.sha256, c.size) <> (case when v_is_original then v_file.original_sha256 else v_file.sha256 end, case when v»':
    'what was verified stays so; what was something else is looked at anew',
  'private.is_verified_object(text) without «c.file_id = r.id»': 'verified bytes keep only their own place',
  'private.forget_activity_records() without «r.company_id = old.id»':
    'a deleted company takes along what was kept of it, and nobody else’s',
  'private.lines_of(text,uuid) without «i.invoice_id = p_id»': 'a deleted document is kept with all its lines in their order',
  'private.masked_bank_data(jsonb,boolean) without «not p_is_number»':
    'account numbers are masked wherever they stand in a record, and nothing else is',
  'private.sees_kind(uuid,text,uuid,boolean) without «private.has_key(p_company, v_kind.view_key)»':
    'what was kept is read by who may see the entry and that kind of record',
  'private.sees_kind(uuid,text,uuid,boolean) without «private.has_key(p_company, v_kind.hidden_key)»':
    'the record of a confidential receipt is read with the key for those, and by its uploader',
  'private.sees_kind(uuid,text,uuid,boolean) without «private.has_key(p_company, v_kind.own_key)»':
    'the record of an expense is read with the key, by its author, and by nobody else',
  'private.shortened_record(jsonb) without «octet_length(e.value::text) <= 4096»':
    'a record that is too long is kept without its longest values, and says which; nothing longer is taken',
  'policy member_select on public.activity_records using without «(l.id = activity_records.activity_id)»':
    'nobody reads anything kept by another company',
  "accept_invite(uuid,text) without «v_invite.status = 'accepted'»":
    'what was declined, or accepted by another, is not accepted by becoming a member otherwise',
  'arm_invite(uuid,text) without «i.id = p_invite»':
    'the mail of an invitation is prepared while it is open, with what its own company is called',
  'begin_invoice_mail(uuid,jsonb) without «perform private.require_person()»':
    'an issued invoice is mailed by who may send, once the second factor is used',
  'create_company(uuid,text,jsonb) without «v_user is null»': 'a company is founded by somebody who is signed in, under a name',
  "create_recovery_codes() without «coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal1' or not exists (select from auth.mfa_factors f where f.user_id »":
    'recovery codes are made with the second factor in this session only',
  "decline_invite(uuid,text) without «v_invite.status = 'declined'»":
    'what was declined, or accepted by another, is not accepted by becoming a member otherwise',
  'end_session(uuid) without «s.id = p_session»': 'one’s own sessions are listed while they live, and ended one by one',
  'explain_number(uuid,text,integer,bigint,text) without «perform private.require_member(p_company)»':
    'a gap is explained by who issues, in words, where there is one',
  'finish_invoice_mail(uuid,text,boolean,text[]) without «m.mutation_id = p_mutation»': 'one mail that ends leaves the others on their way',
  'generate_recurring_invoice(uuid,date,text) without «not found»':
    'generating now has its key, in the own company, and needs an active series',
  'list_orphan_objects(integer) without «not exists (select from unnamed u where u.bucket_id = n.bucket_id and u.name = n.name)»':
    'an orphan is listed when it was noticed long enough ago, and noticed anew when it was stored anew or its time has changed',
  "mail_templates(uuid) without «perform private.require_key(p_company, 'invoices.send')»":
    'the company’s mail texts are for who may send invoices, and nothing else of its mail',
  'mail_transport(uuid) without «s.company_id = c.id»': 'mails are sent with the settings, texts and password of their own company',
  'member_avatars(uuid) without «perform private.require_person()»': 'a token that names nobody opens nothing',
  'my_invites() without «perform private.require_person()»': 'a pending second factor accepts nothing',
  'was_removed(uuid,text,text) without «private.mark_trouble(c.id, p_mark) is null»':
    'a server that was set back, or does not know the company, says of nobody that they were removed',
  'my_sessions() without «perform private.require_person()»': 'one’s own sessions are listed while they live, and ended one by one',
  'policy avatars_delete on storage.objects using without «((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)»':
    'a person’s picture is theirs alone to change',
  'policy avatars_insert on storage.objects with check without «private.is_picture_path(name)»':
    'a person’s picture is theirs alone to change',
  'policy avatars_select on storage.objects using without «((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.colleague_folders() AS colleague_folders)))»':
    'a person’s picture is seen by who shares a company',
  'policy avatars_update on storage.objects using without «((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)»':
    'a person’s picture is theirs alone to change',
  'policy avatars_update on storage.objects with check without «((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)»':
    'a person’s picture is theirs alone to change',
  "policy logos_delete on storage.objects using without «((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('company.update'::text) AS folders_wi»":
    'a logo is replaced and removed with the key, and never moved elsewhere',
  'policy logos_insert on storage.objects with check without «private.is_picture_path(name)»':
    'a logo is uploaded with the key, into the own company, under a proper name',
  "policy logos_select on storage.objects using without «(bucket_id = 'logos'::text)»":
    'stored bytes are seen by whoever sees their record, without one by who may see and delete all',
  "policy logos_update on storage.objects using without «((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('company.update'::text) AS folders_wi»":
    'a logo is replaced and removed with the key, and never moved elsewhere',
  'policy logos_update on storage.objects with check without «private.is_picture_path(name)»':
    'a logo is replaced and removed with the key, and never moved elsewhere',
  "policy member_delete on public.files using without «(company_id = ANY (ARRAY( SELECT private.companies_with('files.delete'::text) AS companies_with)))»":
    'admin may delete files',
  'policy member_insert on public.activity_log with check without «(company_id = ANY (ARRAY( SELECT private.my_companies() AS my_companies)))»':
    'owner may not insert activity_log of another company',
  "policy member_insert on public.files with check without «(company_id = ANY (ARRAY( SELECT private.companies_with('files.upload'::text) AS companies_with)))»":
    'owner may not insert files of another company',
  "policy member_select on public.activity_log using without «((company_id = ANY (ARRAY( SELECT private.companies_with('activity.view'::text) AS companies_with))) AND ((ent»":
    'the history of people is for who may view users',
  'policy member_select on public.company_user_permissions using without «(user_id = ( SELECT auth.uid() AS uid))»':
    'granted keys are as visible as the members who hold them',
  'policy member_select on public.company_users using without «(user_id = ( SELECT auth.uid() AS uid))»':
    'whoever may view users sees all members of the company, the others see themselves',
  "policy member_select on public.files using without «((company_id = ANY (ARRAY( SELECT private.companies_with('files.view'::text) AS companies_with))) AND ((NOT co»":
    'a receipt is not taken off a decided expense, by its uploader or anybody',
  "policy member_update on public.files using without «(company_id = ANY (ARRAY( SELECT private.companies_with('files.delete'::text) AS companies_with)))»":
    'a receipt is not taken off a decided expense, by its uploader or anybody',
  'policy pictures_second_factor on storage.objects using without «( SELECT private.second_factor_satisfied() AS second_factor_satisfied)»':
    'a person’s picture is theirs alone to change',
  "policy uploads_delete on storage.objects using without «((((storage.foldername(name))[1] = ANY (ARRAY( SELECT private.folders_with('files.delete'::text) AS folders_wi»":
    'and removes there what they may',
  "policy uploads_insert on storage.objects with check without «(bucket_id = 'uploads'::text)»":
    'a logo is uploaded with the key, into the own company, under a proper name',
  'policy uploads_second_factor on storage.objects using without «( SELECT private.second_factor_satisfied() AS second_factor_satisfied)»':
    'nor deleted by an uploader who cannot see the expense',
  'policy uploads_select on storage.objects using without «((EXISTS ( SELECT FROM files f WHERE (f.id = private.receipt_of_object(objects.name)))) OR ((owner_id = (( SEL»':
    'stored bytes are seen by whoever sees their record, without one by who may see and delete all',
  'policy uploads_update on storage.objects using without «(owner_id = (( SELECT auth.uid() AS uid))::text)»':
    'an upload is repeated by its uploader only, until the expense is decided',
  'private.access_fingerprint(uuid) without «p.company_id = cu.company_id»':
    'what changes rights in one company is no change of access in the other',
  'private.activity_floor(uuid) without «l.company_id = p_company»':
    'of the history a new device gets the newest 200 entries of its company',
  "private.activity_label(text,text,jsonb) without «i.id = (p_row ->> 'invoice_id')::uuid»": 'accountant may insert payments',
  "private.add_cancellation() without «perform set_config('kontor.document', new.cancelled_by_id::text, true)»":
    'issuing and cancelling have their keys',
  "private.add_generated_invoice(recurring_invoices,date) without «perform set_config('kontor.document', v_invoice.id::text, true)»":
    'generating has its key, and opens nothing else',
  "private.adopt_bank_settings(uuid,jsonb) without «v_iban <> '' and not private.is_iban(v_iban)»":
    'an account written into the settings becomes the default account',
  "private.adopt_first_account() without «perform private.adopt_bank_settings(new.id, new.settings #> '{company_details,bank}')»":
    'a company made with an account has it as its account',
  'private.apply_change(private.synced_collections,uuid,jsonb) without «v_current is null»':
    'a change is made on the version that it names, else it is a conflict with the newer row',
  "private.push_change(uuid,jsonb) without «p_change ->> 'base_rev' is null»": 'a refusal brings the row as it is, to who sees it',
  'private.delete_document(private.synced_collections,uuid,uuid,text) without «t.company_id = $2»':
    'whoever may write in two companies writes into the one that was asked, never into a row of the other',
  'private.write_statement(name,name[],boolean) without «t.company_id = $2»':
    'whoever may write in two companies writes into the one that was asked, never into a row of the other',
  'private.assign_expense_number() without «e.company_id = new.company_id»': 'an expense has a number of its own company and year',
  'private.buyer_snapshot(uuid,uuid) without «c.id = p_customer»': 'issuing prints our name, and the customer’s',
  'private.changeable_member(company_users,uuid) without «cu.company_id = p_me.company_id»':
    'admins answer to admins only, owners to owners, and one owner stays',
  "private.changed_fields(jsonb,jsonb,text) without «jsonb_typeof(v_old) = 'object'»":
    'the history says what changed inside of settings, and whole what was no list of settings',
  'private.claim_file() without «new.expense_id is not null and not exists ( select from public.expenses e where e.company_id = new.company_id »':
    'a file is attached only to an expense that its uploader sees',
  "private.claim_payment() without «current_user = 'authenticated'»": 'a payment made, changed or removed is news of its invoice',
  'private.colleague_folders() without «cu.company_id in (select private.my_companies())»':
    'a person’s picture is seen by who shares a company',
  'private.companies_due(timestamp with time zone) without «t.id = w.company_id»':
    'the next run looks at companies whose recurring expenses are due',
  'private.companies_with(text) without «cu.user_id = v_user» #2': 'a file is attached only to an expense that its uploader sees',
  'private.companies_with(text) without «p.user_id = v_user»':
    'whoever may view users sees all members of the company, the others see themselves',
  'private.companies_with(text) without «p.user_id = v_user» #2':
    'stored bytes are seen by whoever sees their record, without one by who may see and delete all',
  'private.companies_with(text) without «p.permission_key = p_key»':
    'whoever may view users sees all members of the company, the others see themselves',
  'private.company_history(uuid) without «c.company_id = p_company»':
    'a company’s history is its own: epoch, head and mark, for its members',
  'private.company_today(uuid) without «c.id = p_company»': 'the day of issue is the company’s, not another’s',
  'private.expense_settings(uuid) without «c.id = p_company»': 'what approving means, and which day it is, is each company’s own',
  'private.fill_member_name() without «u.id = new.user_id»': 'a new member is known by the name of the account',
  'private.follow_account() without «user_id = new.id»': 'a changed key, name or address renews that member and no other',
  'private.follow_bank_accounts() without «v_new is distinct from v_old»': 'a part of the settings is changed with its own key only',
  'private.forget_recovery_codes() without «c.user_id = old.user_id»':
    'a used code ends one’s own second factor and nobody else’s, in every session of one’s own',
  'private.generate_company_due(uuid,timestamp with time zone,interval) without «c.id = p_company»':
    'the day of a recurring invoice is that of its company’s time zone',
  'private.generate_next(name,uuid,date) without «r.id = $1»': 'the run of one company leaves the recurring invoices of another',
  "private.generated_invoice(uuid,date) without «i.company_id in (select private.companies_with('recurring_invoices.view'))»":
    'what was generated is named to who may see it',
  'private.grant_refusal(uuid,uuid,boolean,text[]) without «p_is_admin»': 'nobody gives or takes what they lack, not even to themselves',
  "private.guard_bank_account() without «current_user = 'authenticated' and not private.has_key(coalesce(new.company_id, old.company_id), 'bank_account»":
    'who may change the company is told that accounts have their own key',
  'private.guard_company_update() without «not private.has_key(old.id, v_key)»': 'a part of the settings is changed with its own key only',
  "private.guard_invoice() without «old.status in ('issued', 'cancelled')»":
    'an issued invoice has number, date and parties, and is not issued or changed again',
  "private.guard_item() without «coalesce(v_invoice.company_id <> new.company_id, coalesce(current_setting('kontor.document', true), '') is dis»":
    'a line takes the company of its invoice',
  'private.guard_recurring_invoice() without «n.value is distinct from to_jsonb(old) -> n.key»':
    'generating has its key, and opens nothing else',
  "private.guard_recurring_item() without «coalesce(v_parent.company_id <> new.company_id, coalesce(current_setting('kontor.document', true), '') is dist»":
    'a line takes the company of its recurring invoice',
  "private.had_record(text) without «l.company_id = split_part(p_name, '/', 1)::uuid»":
    'bytes that never had a record stay a year, those whose record is gone a quarter, pictures a month',
  'private.has_key(uuid,text) without «cu.company_id = p_company»':
    'the company’s mail texts are for who may send invoices, and nothing else of its mail',
  'private.has_product(uuid,uuid) without «p.company_id = p_company»': 'a recurring line forgets a product that its company does not have',
  'private.has_record(text) without «r.path = p_name»':
    'stored bytes whose record is gone are deleted with the key, those whose record is hidden are not',
  'private.invoice_totals(uuid,uuid,text,text) without «i.invoice_id = p_invoice»': 'a cancelled invoice has its cancellation document',
  "private.is_backed(invites) without «'users.invite' = any (private.keys_of(p_invite.company_id, p_invite.invited_by))»":
    'what its sender can no longer give cannot be accepted, but declined',
  'private.is_decided(uuid,uuid) without «e.id = p_expense»': 'a receipt is not taken off a decided expense, by its uploader or anybody',
  'private.is_due(boolean,boolean,date,integer,date,date) without «p_auto»':
    'a recurring invoice is generated when it is active, automatic, due with its lead, and not over',
  "private.is_freshly_authenticated() without «m ->> 'method' not in ('token_refresh', 'anonymous')»":
    'ownership is handed over by the owner only, right after proving who they are',
  'private.is_iban(text) without «p_iban is null»': 'an account number is one, and nothing is none',
  'private.is_in_series(date,text,date,date) without «(p_end is null or p_date <= p_end)»':
    'a wish beyond the end or between the periods of a recurring invoice is refused, the last one is not',
  'private.is_kept_object(text) without «r.path = p_name»': 'nor deleted by an uploader who cannot see the expense',
  'private.is_owner_or_alone(uuid) without «cu.user_id = (select auth.uid())»': 'nobody but an owner approves an own expense',
  "private.issue_invoice() without «current_setting('kontor.document', true) = new.id::text»":
    'after a document its lines are as guarded as before',
  'private.issue_problems(invoices) without «not v_is_small»':
    'a small amount needs no address of its buyer: how small, the company’s country says',
  "private.keep_receipt() without «current_user = 'authenticated' and new.expense_id is distinct from old.expense_id and private.is_decided(old.c»":
    'a receipt is not taken off a decided expense, by its uploader or anybody',
  'private.keys_of(uuid,uuid) without «exists (select from public.company_users cu where cu.company_id = p_company and cu.user_id = p_user and (cu.is»':
    'admins answer to admins only, owners to owners, and one owner stays',
  'private.lock_invite(uuid) without «perform private.lock_people(coalesce((select i.company_id from public.invites i where i.id = p_invite), p_invi»':
    'only an open invitation is sent again or withdrawn, and only this one',
  'private.lock_people(uuid,text) without «cu.company_id = p_company»': 'a stranger takes over nothing, and has nothing to leave',
  'private.locked_invoice(uuid) without «i.id = p_id»': 'a payment belongs to an issued invoice of its company, in its currency',
  'private.locked_recurring_invoice(uuid) without «r.id = p_id»': 'a line takes the company of its recurring invoice',
  "private.log_activity() without «v_new ->> 'status' <> v_initial»": 'an expense has a number of its own company and year',
  'private.log_heads(uuid) without «cu.company_id = p_company»': 'nobody learns how far another company is',
  'private.log_member_change() without «(company_id, user_id) = (coalesce(new.company_id, old.company_id), coalesce(new.user_id, old.user_id))»':
    'a changed key, name or address renews that member and no other',
  "private.applied_among(uuid,jsonb[]) without «m.row_id = (c ->> 'id')::uuid»":
    'the same word for another row, kind, company or change is another change',
  "private.is_refusal(text) without «p_state !~ '^(53|57P|58|XX|PT)'»": 'a fault of the server is no refusal of changes that came together',
  "private.push_run(private.synced_collections,uuid,jsonb[]) without «(c ->> 'id')::uuid <> all (v_applied)»":
    'one word for two rows counts for the row it was applied to',
  'private.remember_mutations(uuid,jsonb[]) without «cu.company_id = p_company»': 'a stranger’s word is not remembered',
  'private.my_companies() without «cu.user_id = (select auth.uid())»': 'nobody gives or takes what they lack, not even to themselves',
  'private.my_confirmed_email() without «u.id = auth.uid()»':
    'who is not meant, guesses, comes late or holds no backed invitation is refused alike',
  'private.my_invite(uuid,text) without «perform private.require_person()»': 'a pending second factor accepts nothing',
  'private.next_invoice_number(uuid,date,text) without «i.company_id = p_company»':
    'a number that was used already is passed over, and counts of one company only',
  'private.next_seq(uuid) without «v_next is null»': 'an expense has a number of its own company and year',
  'private.note_unknown_timezone(uuid,date) without «r.company_id = p_company»':
    'a time zone that nobody knows is said at what is due in this company, once',
  'private.payment_state(numeric,numeric) without «p_paid * sign(p_gross) < 0»': 'an invoice is paid as far as its own sign goes',
  'private.plan_recurring_expense() without «not old.is_active»':
    'a recurring expense generates the period that is wished for, and says which comes next',
  'private.plan_recurring_invoice() without «not old.is_active»':
    'a recurring invoice generates the period that is wished for, and says which comes next',
  "private.push_change(uuid,jsonb) without «s.collection = p_change ->> 'collection'»":
    'a device sends accounts as part of the company, with the key of accounts',
  'private.read_log(uuid,text,bigint,integer,boolean) without «l.company_id = p_company»':
    'a page ends at its limit and says that there is more, and the next goes on there',
  'private.refuse_expense_edit(expenses,expenses) without «n.value is distinct from v_old -> n.key»':
    'a locked expense says which field was changed',
  "private.refuse_expense_step(text,expenses,boolean) without «v_own and p_from in ('pending', 'rejected') and p_new.status in ('approved', 'reimbursed') and not private.is_»":
    'nobody but an owner approves an own expense',
  'private.refuse_invoice_change(invoices,invoices) without «n.value is distinct from v_old -> n.key»':
    'issuing and cancelling have their keys',
  'private.renew_recurring_invoices() without «r.id in (select c.recurring_invoice_id from changed c)»':
    'a changed line renews its own invoice or recurring invoice',
  'private.require_key(uuid,text) without «perform private.require_person()»': 'a token that names nobody opens nothing',
  'private.require_member(uuid) without «v_access is null»': 'a stranger neither pulls nor pushes',
  'private.require_person() without «auth.uid() is null»': 'a token that names nobody opens nothing',
  'private.retotal_invoices() without «i.id in (select c.invoice_id from changed c)»':
    'a changed line renews its own invoice or recurring invoice',
  'private.revoke_unbacked_invites(uuid,uuid) without «i.company_id = p_company»':
    'with their rights go the open invitations that they can no longer back, and no others',
  'private.second_factor_satisfied() without «v_session is not null»': 'with a verified second factor nothing is seen before it is used',
  "private.session_is_live() without «v_claims ->> 'session_id' is null»": 'a code takes the second factor away, once, however it is typed',
  'private.settle_bank_accounts() without «a.company_id = v_company»':
    'the default account is what the settings say, and there is exactly one',
  'private.settle_invoices() without «p.invoice_id = i.id»': 'a payment made, changed or removed is news of its invoice',
  "private.write_nested_document(private.nested_collections,private.synced_collections,uuid,uuid,text,text,jsonb) without «perform set_config('kontor.document', p_id::text, true)»":
    'a device sends accounts as part of the company, with the key of accounts',
  'private.write_nested_writer() without «not exists (select from public.%2$I t where t.id = r.id and t.company_id = $1 and t.%3$I = $2)»':
    'each line is changed as it was sent',
  'private.write_row(private.synced_collections,uuid,uuid,text,text,jsonb) without «p_doc ? c::text»':
    'what is no id is refused alone, with nothing read for it',
  'recovery_codes_left() without «c.user_id = auth.uid()»': 'nobody uses the codes of another',
  'remove_member(uuid,uuid) without «cu.id = v_member.id»': 'so does the end of a membership',
  "save_mail_settings(uuid,jsonb,text) without «perform private.require_key(p_company, 'settings.mail')»": 'and saved by them only',
  'set_member_access(uuid,uuid,boolean,text[]) without «p.user_id = p_user»':
    'nobody gives or takes what they lack, not even to themselves',
  'transfer_ownership(uuid,uuid) without «v_me.is_owner is not true»':
    'ownership is handed over by the owner only, right after proving who they are',
  "trigger add_cancellation on invoices without «(new.status = 'cancelled'::text)»":
    'an issued invoice has number, date and parties, and is not issued or changed again',
  "use_recovery_code(text) without «a.tried_at < now() - interval '1 hour'»": 'after five wrong codes not even the right one is looked at',
  'private.append_to_ledger(uuid,text,text,uuid,text,text[],text) without «l.company_id = p_company»':
    'a chain goes on from its own company’s last entry',
  'private.carry_over_ledger() without «l.record_id = b.record_id»':
    'what one record lacks is named after what is wrong with the entries, and carried over alone; a month that is open lacks nothing',
  'private.enter_invoice() without «not private.is_entered(new.company_id)»':
    'nothing of a seed is entered record by record, whatever it is',
  'private.payload_of(text,uuid,uuid,integer) without «p.id = p_record»':
    'what one record lacks is named after what is wrong with the entries, and carried over alone; a month that is open lacks nothing',
  'private.payload_of(text,uuid,uuid,integer) without «p.id = p_record» #2':
    'what one record lacks is named after what is wrong with the entries, and carried over alone; a month that is open lacks nothing',
  'private.record_fault(ledger_entries) without «x.id = e.record_id»': 'an approval that was taken back is free until it is given again',
  'private.verified_receipts(uuid,uuid) without «r.expense_id = p_expense»':
    'the receipts of a booking are its own, whose bytes were found as their records say, and stay so',
  'private.keep_tax_lines() without «v_same»': 'the figures of an expense follow from its tax table, whatever was sent beside it',
  'private.keep_tax_lines() without «v_same» #2':
    'an older app edits what has one line, which keeps what that app does not know, and nothing of what has several',
  'view private.booked_records without «p.is_closed»':
    'what one record lacks is named after what is wrong with the entries, and carried over alone; a month that is open lacks nothing',
  'private.write_reader() without «before < p_bytes»': 'a page ends where its bytes do, never without a row, and the next goes on there',
};
