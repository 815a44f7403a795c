import { describe, expect, it } from 'vitest';
import { isLatin, soundAlike, soundOf } from './faq.ts';

describe('words by their sound', () => {
  it.each([
    ['reading', 'रीडिंग'],
    ['computer', 'कंप्यूटर'],
    ['dekh', 'देख'],
    ['file', 'फाइल'],
    ['kaun', 'कौन'],
    ['bhejun', 'भेजूं'],
  ])('%s sounds as %s', (latin, own) => expect(soundOf(latin)).toBe(soundOf(own)));

  it('keeps words apart, and lets an ending be added', () => {
    expect(soundOf('meri reading')).toBe('mr rdng');
    expect(soundAlike(soundOf('computer'), soundOf('computers'))).toBe(true);
    expect(soundAlike(soundOf('bill'), soundOf('bijli'))).toBe(false);
  });

  it('tells letters of a language from Latin ones', () => {
    expect(isLatin('meri reading 3?')).toBe(true);
    expect(isLatin('meri रीडिंग')).toBe(false);
  });
});
