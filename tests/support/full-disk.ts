import type { DeviceDatabase } from '#data/device/device-database.ts';

/** From now on every write of the device database fails as on a full disk, deletes too; what it resolves to makes room again. */
export async function fillDisk(device: DeviceDatabase): Promise<() => void> {
  const refuse = async () => {
    throw new DOMException('no room left', 'QuotaExceededError');
  };
  device.use({
    stack: 'dbcore',
    name: 'full-disk',
    create: (below) => ({ ...below, table: (name) => ({ ...below.table(name), mutate: refuse }) }),
  });
  // A middleware holds from the next opening on.
  device.close({ disableAutoOpen: false });
  await device.open();
  return () => {
    device.unuse({ stack: 'dbcore', name: 'full-disk' });
    device.close({ disableAutoOpen: false });
  };
}
