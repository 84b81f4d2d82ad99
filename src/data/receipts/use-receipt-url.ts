import { useEffect, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { receiptThumbnail, type ReceiptUrl, receiptUrl } from './receipt-url.ts';

/** `unavailable`: not on this device and the server can't be asked now. */
export type ReceiptUrlState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'unavailable' };

export const useReceiptUrl = (file: StoredFile): ReceiptUrlState => useUrl(file, receiptUrl);
/** For a PDF always `unavailable`: it has no small picture. */
export const useReceiptThumbnail = (file: StoredFile): ReceiptUrlState => useUrl(file, receiptThumbnail);

function useUrl(file: StoredFile, make: (db: CompanyDatabase, file: StoredFile) => Promise<ReceiptUrl | null>): ReceiptUrlState {
  const { db } = useCompany();
  const [state, setState] = useState<ReceiptUrlState>({ kind: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    const made = make(db, file).catch(() => null);
    void made.then((url) => isCurrent && setState(url ? { kind: 'ready', url: url.url } : { kind: 'unavailable' }));
    return () => {
      isCurrent = false;
      void made.then((url) => url?.release());
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the bytes belong to the id and never change
  }, [db, file.id, make]);
  return state;
}
