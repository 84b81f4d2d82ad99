create table public.expense_categories (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 100),
  description text not null default '' check (char_length(description) <= 500),
  icon text not null default '' check (char_length(icon) <= 40),
  color text not null default '#64748b' check (color ~ '^#[0-9a-f]{6}$'),
  sort_order integer not null default 0 check (sort_order between 0 and 100000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev text not null default 'srv-' || gen_random_uuid() check (char_length(rev) between 1 and 80),
  unique (company_id, id)
);
create index expense_categories_company_id_sort_order_idx on public.expense_categories (company_id, sort_order);

call private.make_synced('expense_categories', 30, 'expense_categories',
  '{name,description,icon,color,sort_order,is_active}', '{name,description,icon,color,sort_order,is_active}');
-- Whoever captures an expense needs to choose a category: every member reads them.
create policy member_select on public.expense_categories for select to authenticated
  using (company_id = any (array(select private.my_companies())));
create policy member_insert on public.expense_categories for insert to authenticated
  with check (company_id = any (array(select private.companies_with('expense_categories.manage'))));
create policy member_update on public.expense_categories for update to authenticated
  using (company_id = any (array(select private.companies_with('expense_categories.manage'))));
create policy member_delete on public.expense_categories for delete to authenticated
  using (company_id = any (array(select private.companies_with('expense_categories.manage'))));
call private.hide_from_writers('public.expense_categories');
create trigger log_activity after insert or update or delete on public.expense_categories
  for each row execute function private.log_activity('expense_categories', 'name');

/** What a new company starts with, in the language of its country. Icons are names that the app knows. */
create function private.add_default_categories(p_company uuid, p_country text) returns void
  language sql set search_path = '' as $$
  insert into public.expense_categories (company_id, name, description, icon, color, sort_order)
  select p_company, case when german then name_de else name_en end, case when german then hint_de else hint_en end, icon, color, 10 * position
  from (select p_country in ('DE', 'AT', 'CH', 'LI', 'LU') as german) as language,
  (values
    (1, 'Travel', 'Reisekosten', 'Train, flights, taxi, hotel', 'Bahn, Flug, Taxi, Hotel', 'plane', '#2563eb'),
    (2, 'Meals & entertainment', 'Bewirtung', 'Meals with customers and partners', 'Essen mit Kunden und Partnern', 'tools-kitchen-2', '#d97706'),
    (3, 'Vehicle', 'Fahrzeug', 'Fuel, parking, repairs, lease', 'Kraftstoff, Parken, Reparatur, Leasing', 'car', '#0891b2'),
    (4, 'Office supplies', 'Bürobedarf', 'Paper, toner, small items', 'Papier, Toner, Kleinmaterial', 'paperclip', '#65a30d'),
    (5, 'Hardware', 'Hardware', 'Computers, screens, phones', 'Computer, Bildschirme, Telefone', 'device-laptop', '#7c3aed'),
    (6, 'Software & subscriptions', 'Software & Abonnements', 'Licences, cloud, domains', 'Lizenzen, Cloud, Domains', 'cloud', '#4f46e5'),
    (7, 'Phone & internet', 'Telefon & Internet', 'Mobile, landline, data', 'Mobilfunk, Festnetz, Daten', 'phone', '#0d9488'),
    (8, 'Rent & utilities', 'Miete & Nebenkosten', 'Office, power, heating, cleaning', 'Büro, Strom, Heizung, Reinigung', 'building', '#475569'),
    (9, 'Insurance', 'Versicherungen', 'Liability, contents, legal', 'Haftpflicht, Inhalt, Rechtsschutz', 'shield-check', '#059669'),
    (10, 'Marketing', 'Werbung', 'Advertising, print, trade fairs', 'Anzeigen, Druck, Messen', 'speakerphone', '#db2777'),
    (11, 'External services', 'Fremdleistungen', 'Freelancers and subcontractors', 'Freie und Subunternehmer', 'users', '#9333ea'),
    (12, 'Legal & accounting', 'Recht & Steuerberatung', 'Lawyer, tax adviser, bookkeeping', 'Anwalt, Steuerberatung, Buchhaltung', 'scale', '#b45309'),
    (13, 'Training', 'Fortbildung', 'Courses, books, conferences', 'Kurse, Bücher, Konferenzen', 'school', '#ca8a04'),
    (14, 'Bank charges', 'Bankgebühren', 'Accounts, cards, payments', 'Konto, Karten, Zahlungsverkehr', 'building-bank', '#64748b'),
    (15, 'Other', 'Sonstiges', '', '', 'dots', '#94a3b8')
  ) as c (position, name_en, name_de, hint_en, hint_de, icon, color) $$;

revoke all on function private.add_default_categories(uuid, text) from public;
