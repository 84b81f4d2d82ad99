import { isOpenDraft } from './invoice-state.ts';
import type { Invoice } from './invoice.ts';

/** The day an invoice is listed under: that of issue, of a draft the day it was made. */
export const listDate = ({ issue_date, created_at }: Pick<Invoice, 'issue_date' | 'created_at'>): string =>
  issue_date ?? created_at.slice(0, 10);

type Supplied = Pick<Invoice, 'status' | 'issue_date' | 'created_at' | 'service_from' | 'service_to' | 'tax_point'>;

/** The day on which VAT counts by supply; of a draft the last day of what it bills, else the first, else the day it was made. */
export const supplyDate = (invoice: Supplied): string =>
  (isOpenDraft(invoice) ? (invoice.service_to ?? invoice.service_from) : invoice.tax_point) ?? listDate(invoice);
