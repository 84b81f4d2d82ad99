import type { DBCore, Middleware } from 'dexie';

export const quotaError = () => new DOMException('The quota has been exceeded.', 'QuotaExceededError');

/** A device database whose writes fail, each with its whole transaction, while there is no room. */
export function thinDisk(hasRoom: () => boolean): Middleware<DBCore> {
  return {
    stack: 'dbcore',
    name: 'thin disk',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        return {
          ...table,
          mutate(request) {
            if (request.type === 'delete' || request.type === 'deleteRange' || hasRoom()) return table.mutate(request);
            (request.trans as unknown as IDBTransaction).abort();
            return Promise.reject(quotaError());
          },
        };
      },
    }),
  };
}
