import { liveQuery } from 'dexie';
import { from, type Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { KeptReceipt } from '#data/receipts/draft-receipts.ts';
import { KEPT_RECEIPTS } from '#data/receipts/kept-keys.ts';
import { asBlob } from '#data/receipts/receipt-store.ts';
import { workOn } from './unsynced-work.ts';

/** What this device still has of a company that can't be sent any more, each thing once. */
export type Leftover = { readonly changes: number; readonly receipts: number };
/** `records` is JSON with everything that was not sent; the receipts' bytes are files of their own. */
export type LeftoverExport = { readonly records: string; readonly receipts: readonly { readonly name: string; readonly bytes: Blob }[] };

/** Live: with the last of it gone, there is nothing left to decide. */
export function watchLeftover({ device, companyId }: CompanyDatabase): Observable<Leftover> {
  return from(
    liveQuery(async () => {
      const { changes, issues, drafts, receipts } = await workOn(device, companyId);
      return { changes: changes + issues + drafts, receipts };
    }),
  );
}

/** Everything a discard would lose, for files a person keeps (SYNC-20). */
export async function exportLeftover({ device, companyId, clock }: CompanyDatabase, name: string): Promise<LeftoverExport> {
  const [outbox, issues, mails, waiting, rows] = await device.transaction(
    'r',
    [device.outbox, device.issues, device.mails, device.receipts, device.drafts],
    () =>
      Promise.all([
        device.outbox.where({ company_id: companyId }).toArray(),
        device.issues.where({ company_id: companyId }).toArray(),
        device.mails.where({ company_id: companyId }).toArray(),
        device.receipts.where({ company_id: companyId }).toArray(),
        device.drafts.where({ company_id: companyId }).toArray(),
      ]),
  );
  const isReceipt = ({ key }: { readonly key: string }) => key.startsWith(KEPT_RECEIPTS);
  const receipts = [
    ...waiting,
    ...rows
      .filter(isReceipt)
      .map(({ values }) => inDraft(values as KeptReceipt))
      .filter(({ id }) => !waiting.some((receipt) => receipt.id === id)),
  ];
  const names = distinctNames(receipts.map((receipt) => receipt.name));
  const described = receipts.map(({ bytes: _bytes, ...receipt }, n) => ({ ...receipt, file: names[n] }));
  const texts = mails.map(({ attachments, ...mail }) => ({ ...mail, attachments: attachments.map(({ name }) => name) }));
  const content = {
    company: { id: companyId, name },
    exported_at: clock.now().toISOString(),
    outbox,
    issues,
    mails: texts,
    drafts: rows.filter((row) => !isReceipt(row)),
    receipts: described,
  };
  return {
    records: JSON.stringify(content, null, 2),
    receipts: receipts.map((receipt, n) => ({ name: names[n] ?? receipt.id, bytes: asBlob(receipt) })),
  };
}

/** A receipt of a form that was not saved, as it was picked. */
const inDraft = ({ id, name, raw, made }: KeptReceipt) => {
  const bytes = made?.original?.bytes ?? made?.bytes ?? raw ?? new Blob();
  const described = { id, mime_type: bytes.type, size: bytes.size, bytes, state: 'draft' as const };
  return { ...described, name: made?.original ? name : (made?.name ?? name) };
};

/** Two photos are easily called the same: `ticket.pdf`, `ticket (2).pdf`. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let distinct = name;
    for (let n = 2; taken.has(distinct.toLowerCase()); n += 1) distinct = `${stem} (${n})${ending}`;
    taken.add(distinct.toLowerCase());
    return distinct;
  });
}
