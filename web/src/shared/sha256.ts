// SHA-256 and HMAC, as FIPS 180-4 and RFC 2104 describe them. The browser's own are there only over https.

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let one = 2; found.length < count; one++) if (found.every((prime) => one % prime)) found.push(one);
  return found;
};
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0; // its first 32 bits
const BEGIN = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const BLOCK = 64; // bytes

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const hash = Int32Array.from(BEGIN);
  for (let at = 0; at < padded.length; at += BLOCK) mix(hash, new DataView(padded.buffer, at, BLOCK));
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, number) => digest.setInt32(4 * number, word));
  return new Uint8Array(digest.buffer);
}

function mix(hash: Int32Array, block: DataView): void {
  const words = new Int32Array(64);
  for (let t = 0; t < 64; t++) {
    if (t < 16) {
      words[t] = block.getInt32(4 * t);
      continue;
    }
    const [early, late] = [words[t - 15]!, words[t - 2]!];
    const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const two = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[t] = words[t - 16]! + one + words[t - 7]! + two;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[t]! + words[t]!;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, number) => (hash[number] = hash[number]! + word));
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), message));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const found = new Uint8Array(one.length + other.length);
  found.set(one);
  found.set(other, one.length);
  return found;
}

export const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
