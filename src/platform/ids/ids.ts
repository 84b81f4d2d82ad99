export type IdSource = { newId(): string };

type Parts = { readonly nowMs: () => number; readonly randomBytes: (length: number) => Uint8Array };

/**
 * UUIDv7 (RFC 9562 §5.7, method 1 of §6.2): 48 bit milliseconds, a 12 bit counter seeded at random, 62 random bits.
 * Ids of one source only ever grow, also when the wall clock is set back or more than 4,096 are made within a millisecond.
 */
export function createIdSource({ nowMs, randomBytes }: Parts): IdSource {
  let last = 0;
  let counter = 0;
  return {
    newId() {
      const bytes = randomBytes(10);
      const at = nowMs();
      if (at > last) {
        last = at;
        counter = (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) & 0x7ff; // the upper half stays free for counting on
      } else if (++counter > 0xfff) {
        last += 1;
        counter = 0;
      }
      return format(last, counter, bytes.subarray(2));
    },
  };
}

function format(ms: number, counter: number, random: Uint8Array): string {
  const time = ms.toString(16).padStart(12, '0');
  const variant = ((random[0] ?? 0) & 0x3f) | 0x80;
  const tail = [variant, ...random.subarray(1, 8)].map((b) => b.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

export const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

/** A number in [0, 1), for jitter. */
export const randomFraction = (): number => Math.random();

const source = createIdSource({ nowMs: () => Date.now(), randomBytes });
/** A new UUIDv7; within this tab every id sorts after the one before. */
export const newId = (): string => source.newId();
