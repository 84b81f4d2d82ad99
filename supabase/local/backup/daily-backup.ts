import type { Log } from '#local/server/log.ts';
import { addToFolder, keptBackups } from './keep-backup.ts';
import { type BackupSource, makeBackup } from './make-backup.ts';

/** Where backups are kept by themselves, and how many. */
export type BackupPlan = { readonly folder: string; readonly keep: number };

const HOUR_MS = 3_600_000;
const DUE_AFTER_MS = 23 * HOUR_MS;
const OLD_AFTER_MS = 48 * HOUR_MS;

/** When the newest backup of a folder was made, by its name. */
export async function newestBackup(folder: string): Promise<number | null> {
  const [, day, h, m, s] = /^kontor-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z/.exec((await keptBackups(folder)).at(-1) ?? '') ?? [];
  return day === undefined ? null : Date.parse(`${day}T${h}:${m}:${s}Z`);
}

/** Whether the newest backup is so old that somebody has to look: the last two days had none. */
export const isOldBackup = (last: number | null, now: number): boolean => last === null || now - last > OLD_AFTER_MS;

/** Makes the backup of the day if it is due. One that fails is told of, again and again once the last is two days old, and tried again. */
export async function backUpDaily(source: BackupSource, { folder, keep }: BackupPlan, log: Log): Promise<void> {
  const at = source.now();
  const last = await newestBackup(folder);
  if (last !== null && at.getTime() - last < DUE_AFTER_MS) return;
  try {
    const { name, size } = await addToFolder(await makeBackup(source), { folder, keep, at });
    log.info('backup made', { name, size });
  } catch (error) {
    log.error('backup not made', { reason: error instanceof Error ? error.message : String(error) });
    if (isOldBackup(last, at.getTime()))
      log.error('the last backup is old', { last: last === null ? 'never' : new Date(last).toISOString() });
  }
}
