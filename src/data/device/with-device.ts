import type { DeviceDatabase } from '#data/device/device-database.ts';

/** Runs with the user's device database and gives it back. Loaded on use: the sign-in screen needs no database library. */
export async function withDevice<T>(userId: string, run: (device: DeviceDatabase) => Promise<T>): Promise<T> {
  const { deviceDatabases } = await import('#data/device/device-database.ts');
  const device = await deviceDatabases.acquire(userId);
  try {
    return await run(device);
  } finally {
    await deviceDatabases.release(userId);
  }
}
