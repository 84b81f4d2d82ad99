import type { CompanyDatabase } from '#data/core/company-database.ts';
import { session } from '#data/session/session.ts';
import { patchState } from '#data/sync/sync-store.ts';
import type { LastExport } from '#data/changes/sync-state.ts';
import type { Access } from '#domain/access/access.ts';
import { type ExportProgress, writeArchive } from '#domain/archive/write-archive.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import { appVersion } from '#platform/pwa/app-version.ts';
import type { ExportFile } from '#platform/storage/export-file.ts';
import { deviceSource } from './device-source.ts';
import { noteExport, serverSource } from './server-source.ts';
import { workerWriter } from './worker-writer.ts';

export type ExportFrom = 'server' | 'device';
type Order = {
  readonly from: ExportFrom;
  readonly file: ExportFile;
  readonly access: Access;
  readonly onProgress: (progress: ExportProgress) => void;
  readonly signal: AbortSignal;
};

/** Writes the company's archive into a file and remembers that it did. Nothing of it is left when it fails. Rejects with the signal's reason or an AppError. */
export async function exportCompany(db: CompanyDatabase, { from, file, access, onProgress, signal }: Order): Promise<LastExport> {
  const madeAt = db.clock.now();
  const device = from === 'device' ? deviceSource(db, access) : null;
  const source = device ?? serverSource(session, db);
  const writer = await workerWriter(file.handle, madeAt).catch(async (error: unknown) => {
    await file.discard();
    throw error;
  });
  try {
    const makePdf = async (document: PrintableDocument) => {
      const { renderPdf } = await import('#platform/pdf/render-pdf.ts');
      return new Uint8Array(await renderPdf(document));
    };
    const exported = await writeArchive({
      source,
      writer,
      makePdf,
      app: appVersion,
      madeAt,
      onProgress,
      signal,
    });
    // No archive of the server leaves without an entry in the history.
    if (from === 'server') await noteExport(session, db.companyId, exported);
    await writer.keep();
    await writer.close();
    await file.deliver();
    const { bytes, sha256, manifest } = exported;
    const last: LastExport = {
      at: madeAt.toISOString(),
      name: file.name,
      source: from,
      bytes,
      sha256,
      is_complete: manifest.is_complete,
      missing: manifest.missing.map(({ what, count }) => ({ what, count })),
      unsynced: manifest.unsynced,
    };
    await patchState(db, { last_export: last });
    return last;
  } catch (error) {
    await writer.close();
    await file.discard();
    throw error;
  } finally {
    device?.close();
  }
}
