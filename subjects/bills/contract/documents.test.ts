import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentKey, documentName, documentType, documentTypes, seemlyDocumentName } from './documents.ts';

const household = '5b1e6f0a-0000-4000-8000-0000000000aa';
const names = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.stringMatching(/^[.~=%/\\ a-f0-9?#]{0,40}$/),
  fc.array(fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit))).map((units) => units.join('')),
);

describe('C7.16 names and keys', () => {
  test('a name comes back from its key, whatever it is', () => {
    fc.assert(
      fc.property(names, (name) => {
        const seemly = seemlyDocumentName(name);
        expect(documentName(documentKey(household, name))).toBe(seemly);
        expect(seemlyDocumentName(seemly)).toBe(seemly);
      }),
      { numRuns: 2000 },
    );
  });

  test('a key has the characters of an S3 key, one folder, no dotted part, and no more than 1,024 bytes with what comes before', () => {
    fc.assert(
      fc.property(names, (name) => {
        const key = documentKey(household, name);
        expect(key.slice(household.length)).toMatch(/^\/([\w!*'()=-][\w!*'()=.-]*)?$/);
        expect(key.length).toBeLessThan(740);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['C:\\bills\\March.pdf', 'March.pdf'],
    ['../../etc/passwd', 'passwd'],
    [' a \r\n b .pdf ', 'a b.pdf'],
    ['gnp.\u202efdp.pdf', 'gnp. fdp.pdf'],
    ['बिजली का बिल.pdf', 'बिजली का बिल.pdf'],
    [`${'क'.repeat(400)}.pdf`, `${'क'.repeat(77)}.pdf`],
  ])('%j is kept as %j', (name, kept) => {
    expect(seemlyDocumentName(name)).toBe(kept);
  });

  test('a key that was made elsewhere shows its last part', () => {
    expect(documentName(`${household}/100%=zz=E0.pdf`)).toBe('100%=zz=E0.pdf');
  });
});

describe('C7.16 types', () => {
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const heads: Record<string, string> = {
    'application/pdf': '%PDF-1.7',
    'image/png': '\x89PNG\r\n\x1a\n',
    'image/jpeg': '\xff\xd8\xff\xe0',
    'image/webp': 'RIFF\x10\x00\x00\x00WEBPVP8 ',
    'text/plain': 'hello',
    'text/csv': 'a;b',
  };

  test('a type is taken when bytes and name agree, and only then', () => {
    for (const [named, extensions] of Object.entries(documentTypes)) {
      for (const [type, head] of Object.entries(heads)) {
        const agree = named === type || (named.startsWith('text/') && type.startsWith('text/'));
        for (const extension of extensions) {
          expect(documentType(bytes(head), `bill.${extension.toUpperCase()}`)).toBe(agree ? named : null);
        }
      }
    }
  });

  test.each(['bill.html', 'bill.svg', 'bill.pdf.exe', 'bill', 'pdf', ''])(
    '%j is not taken, whatever it holds',
    (name) => {
      for (const head of Object.values(heads)) expect(documentType(bytes(head), name)).toBeNull();
    },
  );
});
