import { expect, test } from 'vitest';
import { satisfies } from './node-version.mjs';

const range = '^20.19.0 || ^22.13.0 || >=24';

test.each(['20.19.0', '20.20.2', '22.13.0', '22.99.1', '24.0.0', '26.1.0'])('Node %s is enough', (version) => {
  expect(satisfies(version, range)).toBe(true);
});

test.each(['18.20.8', '20.18.3', '21.7.3', '22.12.9', '23.11.0'])('Node %s is refused', (version) => {
  expect(satisfies(version, range)).toBe(false);
});
