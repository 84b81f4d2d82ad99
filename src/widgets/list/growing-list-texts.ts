/** The namespaces with the words of lists of dated amounts: invoices, expenses and payments are found the same way. */
export type GrowingListTexts = 'invoices' | 'expenses' | 'payments';
