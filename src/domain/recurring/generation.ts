/** What a recurring invoice makes: a draft, or an invoice that the server issues at once. */
export const GENERATE_AS = ['draft', 'ready_to_issue'] as const;
/** How many days before its date a period may be generated. */
export const LEAD_DAYS_MAX = 60;
