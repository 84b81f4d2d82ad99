/**
 * What a table demands, allows or begins with that can be dropped without a rule noticing, by the reason why that is right.
 * tests/deep/constraints.test.ts holds the list to what is: one that is noticed, or gone, must leave it.
 */
export const SURVIVING_CONSTRAINTS: Readonly<Record<string, readonly string[]>> = {
  'Without a value the rest is unknown, and what is unknown refuses nothing.': [
    'check companies_logo_path_own on companies without «(logo_path IS NULL)»',
  ],
  'What is empty differs from everything: the predicate only keeps the index small.': [
    'unique expenses_company_id_recurring_period_idx of expenses everywhere',
    'unique expenses_company_id_reverses_expense_id_idx of expenses everywhere',
    'unique invoices_company_id_cancels_id_idx of invoices everywhere',
    'unique invoices_company_id_recurring_period_idx of invoices everywhere',
    'unique payments_company_id_reverses_payment_id_idx of payments everywhere',
  ],
  'It is no earlier than the day of the document, which is no earlier than that.': [
    "check expenses_booked_on_check on expenses without «(booked_on >= '1900-01-01'::date)»",
    "check payments_booked_on_check on payments without «(booked_on >= '1900-01-01'::date)»",
  ],
  'The server takes it from days that keep the same bounds.': ['invoices', 'payments'].flatMap((table) =>
    [
      "((tax_point >= '1900-01-01'::date) AND (tax_point <= '9999-12-31'::date))",
      "(tax_point >= '1900-01-01'::date)",
      "(tax_point <= '9999-12-31'::date)",
    ].map((condition) => `check ${table}_tax_point_check on ${table} without «${condition}»`),
  ),
  'The closing they belong to is of the same company.': ['reference period_figures_company_id_fkey of period_figures dropped'],
  'The place of an original has its record in its name.': ['unique files_original_path_key of files dropped'],
  'A company stands in its own row twice, so its id is always said.': ['column companies.id without its default'],
};
