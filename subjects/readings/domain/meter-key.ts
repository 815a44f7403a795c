/** A name as meters are called: `Kitchen_Oven` is `kitchen-oven`. Empty: there is nothing in it to call one by. */
export function meterKeyOf(name: string): string {
  const key = name
    .toLowerCase()
    .replace(/[^a-z0-9.:]+/g, '-')
    .replace(/^[-.:]+/, '')
    .slice(0, 63)
    .replace(/-+$/, '');
  // A bare number would be taken for the id of a meter.
  return /^\d+$/.test(key) ? `m${key}` : key;
}
