const K = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
  0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
  0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
  0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
  0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

const rotated = (x: number, by: number) => (x >>> by) | (x << (32 - by));
const at = (words: Uint32Array, index: number) => words[index] ?? 0;

function compress(state: Uint32Array, words: Uint32Array, bytes: Uint8Array, offset: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, 64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(i * 4);
  for (let i = 16; i < 64; i += 1) {
    const w15 = at(words, i - 15);
    const w2 = at(words, i - 2);
    const s0 = rotated(w15, 7) ^ rotated(w15, 18) ^ (w15 >>> 3);
    const s1 = rotated(w2, 17) ^ rotated(w2, 19) ^ (w2 >>> 10);
    words[i] = (at(words, i - 16) + s0 + at(words, i - 7) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(K, i) + at(words, i)) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + value;
}

/** A SHA-256 (FIPS 180-4) of bytes that come in pieces: the platform's own wants all of them at once, and a table may be larger than memory. */
export type Hasher = { add(bytes: Uint8Array): void; /** Hex; nothing can be added afterwards. */ end(): string };

export function sha256Hasher(): Hasher {
  const state = new Uint32Array(START);
  const words = new Uint32Array(64);
  const held = new Uint8Array(64);
  let count = 0;
  let length = 0;
  const add = (bytes: Uint8Array) => {
    length += bytes.length;
    let offset = 0;
    if (count > 0) {
      offset = Math.min(64 - count, bytes.length);
      held.set(bytes.subarray(0, offset), count);
      count += offset;
      if (count < 64) return;
      compress(state, words, held, 0);
      count = 0;
    }
    for (; offset + 64 <= bytes.length; offset += 64) compress(state, words, bytes, offset);
    held.set(bytes.subarray(offset));
    count = bytes.length - offset;
  };
  return {
    add,
    end: () => {
      const bits = length * 8;
      const tail = new Uint8Array(count < 56 ? 64 - count : 128 - count);
      tail[0] = 0x80;
      const view = new DataView(tail.buffer);
      view.setUint32(tail.length - 8, Math.floor(bits / 2 ** 32));
      view.setUint32(tail.length - 4, bits >>> 0);
      add(tail);
      return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
    },
  };
}
