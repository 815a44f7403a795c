import { expect, test } from 'vitest';
import { zones } from './entsoe.ts';

test('the codes of zones are right by their check character', () => {
  const valueOf = (char: string): number => '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-'.indexOf(char);
  for (const [zone, code] of Object.entries(zones)) {
    const sum = Array.from(code.slice(0, 15)).reduce((total, char, i) => total + valueOf(char) * (16 - i), 0);
    expect([zone, valueOf(code.slice(15))]).toEqual([zone, 36 - ((sum - 1) % 37)]);
  }
});
