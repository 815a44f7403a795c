/** Shares with how far they can be trusted. */

/** Wilson's 95 % interval of `found` of `tried`. */
const wilson = (found: number, tried: number): readonly [low: number, high: number] => {
  if (tried === 0) return [0, 1];
  const z = 1.96;
  const share = found / tried;
  const middle = share + z ** 2 / (2 * tried);
  const half = z * Math.sqrt((share * (1 - share)) / tried + z ** 2 / (4 * tried ** 2));
  const whole = 1 + z ** 2 / tried;
  return [(middle - half) / whole, (middle + half) / whole];
};

export const tellShare = (found: number, tried: number): string => {
  if (tried === 0) return '–';
  const [low, high] = wilson(found, tried);
  return `${found}/${tried} ${(found / tried).toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
};

/** Of a count over so many years: Poisson's 95 % interval, Byar's approximation. */
export const tellRate = (count: number, years: number): string => {
  const bound = (k: number, z: number): number => (k <= 0 ? 0 : k * (1 - 1 / (9 * k) + z / (3 * Math.sqrt(k))) ** 3);
  const [low, high] = [bound(count, -1.96), bound(count + 1, 1.96)];
  return `${count} in ${years.toFixed(1)} y: ${(count / years).toFixed(2)} a year (${(low / years).toFixed(2)}–${(high / years).toFixed(2)})`;
};
