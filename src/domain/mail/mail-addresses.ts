/** Addresses as people write several: parted by commas, semicolons or lines. */
export const addressesOf = (typed: string): string[] =>
  typed
    .split(/[,;\n]/)
    .map((address) => address.trim())
    .filter((address) => address !== '');
