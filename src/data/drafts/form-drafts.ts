import type { CategoryInput } from '#data/expense-categories/expense-categories.commands.ts';
import type { CustomerInput } from '#domain/customers/customer.ts';
import type { InvoiceProductInput } from '#domain/products/product.ts';
import type { VendorInput } from '#domain/vendors/vendor.ts';
import { type DraftShelf, draftShelf } from './draft-shelf.ts';

/** What was typed into the form of one record, and what the form showed before: only what differs is saved. */
export type FormDraft<V> = { readonly recordId: string; readonly before: V; readonly values: V };

const formDrafts = <V>(form: string): DraftShelf<FormDraft<V>> => draftShelf(form, (draft) => draft.recordId);

/** While it is typed the price may still be missing. */
export type ProductFormValues = Omit<InvoiceProductInput, 'unit_price'> & { unit_price: number | null };

export const customerDrafts = formDrafts<CustomerInput>('customer');
export const vendorDrafts = formDrafts<VendorInput>('vendor');
export const productDrafts = formDrafts<ProductFormValues>('product');
export const categoryDrafts = formDrafts<CategoryInput>('category');
