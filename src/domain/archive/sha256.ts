import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** A SHA-256 of bytes that come in pieces: the platform's own wants all of them at once, and a table may be larger than memory. */
export type Hasher = { add(bytes: Uint8Array): void; /** Hex; nothing can be added afterwards. */ end(): string };

export function sha256Hasher(): Hasher {
  const hash = sha256.create();
  return { add: (bytes) => void hash.update(bytes), end: () => bytesToHex(hash.digest()) };
}
