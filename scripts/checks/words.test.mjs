import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { glossaryFaults, wordsToAvoid } from './glossary.mjs';
import { hardCodedText } from './hard-coded-text.mjs';
import { untranslated } from './locales.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'words-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(language, content) {
  mkdirSync(join(folder, language), { recursive: true });
  writeFileSync(join(folder, language, 'usage.json'), JSON.stringify(content));
}

test('C1.4 a text left in English is caught; names, units and marks are not', () => {
  const english = { title: 'Your meters', unit: 'kWh', name: 'Wattershed', at: '{{time}} · {{amount}}' };
  write('en', english);
  write('es', { ...english, title: 'Tus contadores' });
  write('hi', english);
  expect(untranslated(folder)).toEqual(['hi usage:title is still English: "Your meters"']);
});

test('C1.4 a word that the glossary avoids is caught, as a word and not as a part of one', () => {
  const glossary = '| bill | factura | बिल | | es: recibo; hi: नमूना घर |';
  write('en', { a: 'recibo' });
  write('es', { a: 'Tu Recibo', b: 'recibos y recibos' });
  write('hi', { a: 'नमूना घर देखें', b: 'नमूना' });
  expect(wordsToAvoid(glossary)).toEqual({ en: [], es: ['recibo'], hi: ['नमूना घर'] });
  expect(glossaryFaults(folder, glossary)).toEqual([
    'es usage:a says "recibo", which docs/glossary.md or docs/words.md avoids',
    'hi usage:a says "नमूना घर", which docs/glossary.md or docs/words.md avoids',
  ]);
});

test('a phrase that the style sheet retired is caught', () => {
  write('en', { a: 'Its water has not stopped', b: 'Kitchen is untracked' });
  write('es', { a: 'No corre nada' });
  write('hi', {});
  expect(glossaryFaults(folder).map((fault) => fault.split(',')[0])).toEqual([
    'en usage:a says "has not stopped"',
    'en usage:b says "untracked"',
    'es usage:a says "no corre nada"',
  ]);
});

test.each([
  ['<p>Hello there</p>', 'Hello there'],
  ['<img alt="A meter" />', 'A meter'],
  ['<a aria-label={busy ? "Please wait" : t("x")} />', 'Please wait'],
  ['<p>{busy && "Please wait"}</p>', 'Please wait'],
  // oxlint-disable-next-line no-template-curly-in-string -- it is the text of a template
  ['<p>{`Room ${name}`}</p>', 'Room'],
])('C1.4 text in the markup is caught: %s', (markup, text) => {
  expect(hardCodedText(`const part = ${markup};`, 'part.tsx')).toEqual([`part.tsx:1 "${text}"`]);
});

test.each([
  '<p>{t("title")}</p>',
  '<p>404 · %</p>',
  '<a href="/devices">{name}</a>',
  '<code>curl -H</code>',
  '<b>Wattershed</b>',
])('what is no text of ours passes: %s', (markup) => {
  expect(hardCodedText(`const part = ${markup};`, 'part.tsx')).toEqual([]);
});
