/** Reed-Solomon codes over the field of 256 elements, as QR codes use them. */

const POLYNOMIAL = 0x11d; // of the field

const EXP: number[] = [];
const LOG: number[] = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  LOG[value] = power;
  value = (value << 1) ^ (value >= 128 ? POLYNOMIAL : 0);
}

const times = (one: number, other: number): number =>
  one === 0 || other === 0 ? 0 : (EXP[((LOG[one] ?? 0) + (LOG[other] ?? 0)) % 255] ?? 0);

/** The generator polynomial with this many roots, without its leading coefficient. */
function generator(count: number): number[] {
  let product = [1];
  for (let root = 0; root < count; root += 1) {
    const factor = EXP[root] ?? 0;
    const next = [...product, 0];
    product.forEach((coefficient, index) => {
      next[index + 1] = (next[index + 1] ?? 0) ^ times(coefficient, factor);
    });
    product = next;
  }
  return product.slice(1);
}

/** The codewords that correct errors in a block of data. */
export function correctionOf(data: readonly number[], count: number): number[] {
  const divisor = generator(count);
  let rest = Array.from({ length: count }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, index) => value ^ times(divisor[index] ?? 0, factor));
  }
  return rest;
}

/** The values of a block at the roots of the generator: all 0 if the block has no error. */
export const syndromes = (block: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, root) =>
    block.reduce((sum, value) => times(sum, EXP[root] ?? 0) ^ value, 0),
  );
