import type { StorageRequest } from '#data/receipts/storage-request.ts';
import type { UploadClient } from '#data/receipts/upload-outcome.ts';

/** What the bucket of receipts answers, and which records the server has. Everything else about the server is the real one's business. */
export type MemoryBucket = {
  readonly client: UploadClient;
  /** It takes receipts in one piece only. */
  readonly request: StorageRequest;
  /** By path. */
  readonly objects: Map<string, Blob>;
  /** Called around every request; may throw, or never come back. */
  way: (what: 'upload' | 'download' | 'remove' | 'select', when: 'there' | 'back') => Promise<void>;
};

export function memoryBucket(hasRecord: (id: string) => boolean | Promise<boolean>): MemoryBucket {
  const objects = new Map<string, Blob>();
  const bucket: MemoryBucket = {
    client: undefined as never,
    request: () => Promise.reject(new TypeError('not in parts')),
    objects,
    way: async () => undefined,
  };
  const request = async <T>(what: Parameters<MemoryBucket['way']>[0], act: () => T | Promise<T>): Promise<T> => {
    await bucket.way(what, 'there');
    const answer = await act();
    await bucket.way(what, 'back');
    return answer;
  };
  const upload = (path: string, bytes: Blob, { upsert }: { upsert: boolean }) =>
    request('upload', () => {
      if (objects.has(path) && !upsert) return { data: null, error: { status: 400, statusCode: '409' } };
      objects.set(path, bytes);
      return { data: { path }, error: null };
    });
  const download = (path: string) =>
    request('download', () => {
      const data = objects.get(path) ?? null;
      return { data, error: data ? null : { status: 400, statusCode: '404' } };
    });
  const remove = (paths: string[]) =>
    request('remove', () => {
      for (const path of paths) objects.delete(path);
      return { data: [], error: null };
    });
  const select = () => ({
    eq: (_column: string, id: string) => request('select', async () => ({ data: (await hasRecord(id)) ? [{ id }] : [], error: null })),
  });
  const client = {
    storage: { from: () => ({ upload, download, remove }) },
    from: () => ({ select }),
    // What the real function makes of the bytes is asked of the real one (tests/backend).
    functions: { invoke: async () => ({ data: { state: 'verified' }, error: null }) },
    auth: { getUser: async () => ({ data: { user: { id: 'someone' } }, error: null }) },
  };
  return Object.assign(bucket, { client: client as unknown as UploadClient });
}
