import type { ArchiveTableName } from './archive-tables.ts';

/** What a column holds: uuid · text · integer · 3 or 4 decimals · boolean · day · instant · JSON. */
export type ColumnKind = 'u' | 't' | 'i' | '3' | '4' | 'b' | 'd' | 's' | 'j';
export type ArchiveColumn = { readonly name: string; readonly kind: ColumnKind };

/** `name:kind` of every column of every table, in the order of the database; a test of the database says what is missing. */
const COLUMNS: Readonly<Record<ArchiveTableName, string>> = {
  companies: 'id:u company_id:u name:t logo_path:t settings:j created_at:s updated_at:s rev:t former_letterhead:j',
  bank_accounts: 'id:u company_id:u name:t iban:t bic:t is_default:b',
  company_mail_settings:
    'company_id:u sender_name:t sender_email:t reply_to:t templates:j smtp_host:t smtp_port:i smtp_user:t smtp_secure:b created_at:s updated_at:s',
  company_origins: 'company_id:u imported_at:s imported_by:u names:j emails:j',
  company_users: 'id:u company_id:u user_id:u is_owner:b is_admin:b display_name:t email:t created_at:s updated_at:s rev:t',
  company_user_permissions: 'company_id:u user_id:u permission_key:t',
  expense_categories: 'id:u company_id:u name:t description:t icon:t color:t sort_order:i is_active:b created_at:s updated_at:s rev:t',
  vendors:
    'id:u company_id:u name:t email:t phone:t street:t house_number:t postal_code:t city:t country:t vat_id:t notes:t is_active:b created_at:s updated_at:s rev:t iban:t',
  customers:
    'id:u company_id:u name:t contact_name:t email:t phone:t street:t house_number:t postal_code:t city:t country:t vat_id:t language:t currency:t payment_terms_days:i buyer_reference:t notes:t is_active:b created_at:s updated_at:s rev:t e_address:t e_address_scheme:t e_invoice_format:t customer_number:t salutation:t delivery_name:t delivery_street:t delivery_house_number:t delivery_postal_code:t delivery_city:t delivery_country:t reminder_hold:t',
  invoice_products:
    'id:u company_id:u name:t description:t unit:t unit_price:4 tax_rate:3 currency:t is_active:b created_at:s updated_at:s rev:t tax_category:t exemption_reason:t',
  recurring_invoices:
    'id:u company_id:u name:t customer_id:u is_active:b interval:t start_date:d end_date:d skip_before:d next_generation:d last_generated:d currency:t language:t due_days:i reference:t notes:t internal_notes:t payment_terms:t tax_mode:t generate_as:t lead_days:i auto_generate:b created_by:u generate_requested:d generation_error:t created_at:s updated_at:s rev:t',
  recurring_invoice_items:
    'id:u company_id:u recurring_invoice_id:u position:i product_id:u description:t unit:t quantity:4 unit_price:4 discount_percent:3 tax_rate:3 tax_category:t exemption_reason:t',
  recurring_expenses:
    'id:u company_id:u created_by:u category_id:u vendor_id:u customer_id:u description:t amount:4 currency:t tax_rate:3 tax_amount:4 payment_method:t interval:t start_date:d end_date:d skip_before:d next_generation:d last_generated:d is_active:b is_billable:b is_reimbursable:b auto_generate:b lead_days:i generate_requested:d generation_error:t created_at:s updated_at:s rev:t',
  invoices:
    'id:u company_id:u number:t number_year:i number_seq:i document_type:t cancels_id:u cancelled_by_id:u customer_id:u recurring_invoice_id:u status:t delivery:t sent_at:s issue_date:d due_date:d due_days:i service_from:d service_to:d currency:t language:t reference:t notes:t internal_notes:t payment_terms:t tax_mode:t seller:j buyer:j net_total:4 tax_total:4 gross_total:4 tax_breakdown:j paid_total:4 payment_status:t created_by:u created_at:s updated_at:s rev:t recurring_period:d overruled_warnings:j tax_point:d exchange:j corrects_id:u reason:t corrections:j number_series:t leased:j reminder_level:i reminded_on:d reminder_hold:t',
  invoice_items:
    'id:u company_id:u invoice_id:u position:i product_id:u description:t unit:t quantity:4 unit_price:4 discount_percent:3 tax_rate:3 tax_category:t exemption_reason:t origin_item_id:u',
  delivery_notes:
    'id:u company_id:u number:t invoice_id:u customer_id:u delivery_date:d delivered_on:d language:t currency:t reference:t notes:t shows_prices:b items:j seller:j buyer:j created_by:u created_at:s updated_at:s rev:t',
  payments:
    'id:u company_id:u invoice_id:u amount:4 currency:t payment_date:d method:t reference:t notes:t created_by:u created_at:s updated_at:s rev:t is_separate:b reverses_payment_id:u reversal_reason:t booked_on:d tax_point:d tax_shares:j exchange:j',
  expenses:
    'id:u company_id:u number:t created_by:u category_id:u vendor_id:u customer_id:u description:t amount:4 currency:t tax_rate:3 tax_amount:4 expense_date:d status:t rejection_reason:t is_billable:b is_reimbursable:b paid_on:d payment_method:t decided_by:u decided_at:s created_at:s updated_at:s rev:t recurring_expense_id:u recurring_period:d is_separate:b booked_at:s reverses_expense_id:u reversal_reason:t booked_on:d tax_lines:j exchange:j',
  files:
    'id:u company_id:u expense_id:u created_by:u path:t name:t mime_type:t size:i sha256:t confidential:b created_at:s updated_at:s rev:t original_path:t original_mime_type:t original_size:i original_sha256:t integrity:t checked_at:s original_integrity:t original_checked_at:s',
  file_checks: 'file_id:u company_id:u sha256:t size:i checked_at:s is_original:b',
  invoice_mails:
    'company_id:u mutation_id:t invoice_id:u user_id:u recipients:j subject:t state:t started_at:s finished_at:s kind:t channel:t copies:j body:t attachments:j level:i reminder:j delivery_note_id:u refused:j',
  number_counters: 'company_id:u kind:t year:i last:i',
  number_gap_reasons: 'company_id:u year:i number:i reason:t noted_by:u noted_at:s series:t',
  number_leases:
    'id:u company_id:u series:t year:i format:t prefix:t numbers:j device_id:u device_name:t user_id:u taken_at:s valid_until:d ended_at:s ended_by:u end_reason:t',
  periods: 'id:u company_id:u month:d is_closed:b reason:t decided_by:u decided_at:s created_at:s updated_at:s rev:t',
  period_figures: 'id:u company_id:u period_id:u month:d decided_at:s cells:j created_at:s updated_at:s rev:t',
  activity_log:
    'id:u company_id:u actor_id:u type:t entity_type:t entity_id:u entity_label:t changes:j created_at:s updated_at:s rev:t origin:t',
  activity_records: 'company_id:u activity_id:u bank_data:t content:t collection:t parent_id:u author:u confidential:b record:j',
  ledger_entries:
    'company_id:u seq:i kind:t collection:t record_id:u label:t form:i payload_sha256:t receipts:t prev_sha256:t sha256:t at:s actor:u',
};

const parsed = (text: string): ArchiveColumn[] =>
  text.split(' ').map((each) => {
    const [name = '', kind = 't'] = each.split(':');
    return { name, kind: kind as ColumnKind };
  });

/** The columns of a table, in the order of the database. */
export const columnsOf = (table: ArchiveTableName): readonly ArchiveColumn[] => parsed(COLUMNS[table]);
