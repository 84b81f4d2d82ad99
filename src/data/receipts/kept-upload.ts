import type { DeviceDatabase } from '#data/device/device-database.ts';

/** An upload in parts that the server knows. `offset`: bytes it had when it was last heard of. */
export type KeptUpload = { readonly id: string; readonly offset: number; readonly partBytes: number };

/** Beside the receipt and not in it: a row is written with everything in it, and this one has no bytes. */
export const keptUploadKey = (receiptId: string) => `upload:${receiptId}`;

export async function keptUpload(device: DeviceDatabase, receiptId: string): Promise<KeptUpload | null> {
  return ((await device.meta.get(keptUploadKey(receiptId))) as KeptUpload | undefined) ?? null;
}
