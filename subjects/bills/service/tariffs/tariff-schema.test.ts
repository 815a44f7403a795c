import { readdirSync, readFileSync } from 'node:fs';
import { tariffSchema } from '../../contract/tariff-schema.ts';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const folder = new URL('../../../../tariffs/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8');
// As an editor does: it knows no formats unless it is taught them.
const isTariff = new Ajv({ strict: false, validateFormats: false }).compile(tariffSchema());
const sound = {
  name: 'My electricity',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  charges: [{ id: 'energy', kind: 'use', rate: 0.1712, months: [6, '7'] }],
};

test('the file for editors is the schema of today: npx tsx scripts/write-tariff-schema.ts', () => {
  expect(JSON.parse(read('tariff.schema.json'))).toEqual(JSON.parse(JSON.stringify(tariffSchema())));
});

test.each(readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== 'calendars.yaml'))(
  'an editor finds no fault with %s',
  (file) => {
    isTariff(parse(read(file)));
    expect(isTariff.errors).toBeNull();
  },
);

test.each([
  ['a field that there is not', { ...sound, color: 'red' }],
  ['a charge without its kind', { ...sound, charges: [{ id: 'energy', rate: '0.1712' }] }],
  ['a decimal comma', { ...sound, charges: [{ id: 'energy', kind: 'use', rate: '0,1712' }] }],
  ['a unit that nobody bills in', { ...sound, unit: 'barrel' }],
  ['no charges', { ...sound, charges: undefined }],
])('an editor marks %s', (_, text) => {
  expect(isTariff(sound)).toBe(true);
  expect(isTariff(JSON.parse(JSON.stringify(text)))).toBe(false);
});
