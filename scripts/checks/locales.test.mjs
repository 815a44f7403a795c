import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localeFaults } from './locales.mjs';

const texts = {
  title: 'Hello {{name}}',
  device_one: 'One device',
  device_other: '{{count}} devices',
  link: 'See <1>why</1>',
};
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locales-'));
  write('en', texts);
  write('es', { ...texts, device_many: '{{count}} de dispositivos' });
  write('hi', texts);
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(language, content, namespace = 'usage') {
  mkdirSync(join(folder, language), { recursive: true });
  writeFileSync(join(folder, language, `${namespace}.json`), JSON.stringify(content));
}

test('languages that match English have no fault', () => {
  expect(localeFaults(folder)).toEqual([]);
});

test('a missing key is caught', () => {
  const { title: _, ...rest } = texts;
  write('hi', rest);
  expect(localeFaults(folder)).toEqual(['hi lacks usage:title']);
});

test('a missing namespace is caught', () => {
  write('en', { deep: { word: 'Word' } }, 'home');
  expect(localeFaults(folder)).toEqual(['es lacks home:deep.word', 'hi lacks home:deep.word']);
});

test('an extra key is caught', () => {
  write('hi', { ...texts, more: 'More' });
  expect(localeFaults(folder)).toEqual(['hi has usage:more, which English has not']);
});

test('a list has what each language says, under the same key', () => {
  write('en', { 'danger.fire': ['on fire', 'smoke'] }, 'sayings');
  write('es', { 'danger.fire': ['humo'] }, 'sayings');
  write('hi', { 'danger.gas': [] }, 'sayings');
  expect(localeFaults(folder)).toEqual([
    'hi lacks sayings:danger.fire',
    'hi has sayings:danger.gas, which English has not',
  ]);
});

test('an empty text is caught', () => {
  write('hi', { ...texts, title: ' ' });
  expect(localeFaults(folder)).toEqual(['hi has no text for usage:title']);
});

test('another placeholder is caught', () => {
  write('hi', { ...texts, title: 'Hello {{nombre}}' });
  expect(localeFaults(folder)).toEqual(['hi usage:title has the marks "{{nombre}}", English "{{name}}"']);
});

test('a lost tag is caught', () => {
  write('hi', { ...texts, link: 'See why' });
  expect(localeFaults(folder)).toEqual(['hi usage:link has the marks "", English "</1> <1>"']);
});

test('a missing plural form is caught, by the rules of each language', () => {
  write('es', texts);
  cpSync(join(folder, 'en'), join(folder, 'hi'), { recursive: true });
  expect(localeFaults(folder)).toEqual(['es lacks the plural form usage:device_many']);
});

test('a plural that forgets the number is caught', () => {
  write('hi', { ...texts, device_other: 'devices' });
  expect(localeFaults(folder)).toEqual(['hi usage:device_other has the marks "", English "{{count}}"']);
});
