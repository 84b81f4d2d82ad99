import type { Invoice } from './invoice.ts';

/** The day an invoice is listed under: that of issue, of a draft the day it was made. */
export const listDate = ({ issue_date, created_at }: Pick<Invoice, 'issue_date' | 'created_at'>): string =>
  issue_date ?? created_at.slice(0, 10);
