import { describe, expect, test } from 'vitest';
import { type ClockMemory, instantOf, zoneOffsets } from './zone-clock.ts';

const local = (text: string): number => Date.parse(`${text}Z`) / 1000;

const read = (zone: string, texts: string[], newestFirst = false): (string | null)[] => {
  const offsetAt = zoneOffsets(zone);
  const memory: ClockMemory = { last: null };
  return texts.map((text) => {
    const at = instantOf(local(text), offsetAt, memory, newestFirst);
    if (at !== null) memory.last = at;
    return at === null ? null : new Date(at * 1000).toISOString().slice(0, 16);
  });
};

/** Every half-hour that a wall clock of `zone` shows from one local midnight to the next, in order. */
const wallDay = (zone: string, from: string, to: string): string[] => {
  const offsetAt = zoneOffsets(zone);
  const memory: ClockMemory = { last: null };
  const start = instantOf(local(`${from}T00:00`), offsetAt, memory, false) as number;
  const end = instantOf(local(`${to}T00:00`), offsetAt, memory, false) as number;
  const shown: string[] = [];
  for (let at = start; at < end; at += 1800)
    shown.push(new Date((at + offsetAt(at)) * 1000).toISOString().slice(0, 16));
  return shown;
};

describe('local times', () => {
  test('the repeated hour is told apart by the order in the file', () => {
    const times = [
      '2026-10-25T01:30',
      '2026-10-25T02:00',
      '2026-10-25T02:30',
      '2026-10-25T02:00',
      '2026-10-25T02:30',
      '2026-10-25T03:00',
    ];
    const instants = [
      '2026-10-24T23:30',
      '2026-10-25T00:00',
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-10-25T02:00',
    ];
    expect(read('Europe/Madrid', times)).toEqual(instants);
    expect(read('Europe/Madrid', times.toReversed(), true)).toEqual(instants.toReversed());
  });

  test('the hour that never was is no time', () => {
    expect(
      read('America/Vancouver', ['2013-03-10T01:59', '2013-03-10T02:00', '2013-03-10T02:59', '2013-03-10T03:00']),
    ).toEqual(['2013-03-10T09:59', null, null, '2013-03-10T10:00']);
  });

  test.each([
    ['Europe/Madrid', '2026-03-29', '2026-03-30', 23],
    ['Europe/Madrid', '2026-10-25', '2026-10-26', 25],
    ['America/Vancouver', '2013-03-10', '2013-03-11', 23],
    ['America/Vancouver', '2012-11-04', '2012-11-05', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-06', 24.5],
    ['Asia/Kolkata', '2026-03-29', '2026-03-30', 24],
  ])('a day of %s on %s has all its hours, each once', (zone, from, to, hours) => {
    const shown = wallDay(zone, from, to);
    expect(shown).toHaveLength(hours * 2);
    const instants = read(zone, shown).map((at) => Date.parse(`${at}Z`));
    for (let i = 1; i < instants.length; i += 1)
      expect((instants[i] as number) - (instants[i - 1] as number)).toBe(1_800_000);
  });

  test('a midnight can be the hour that never was', () => {
    expect(read('America/Sao_Paulo', ['2018-11-03T23:59', '2018-11-04T00:00', '2018-11-04T01:00'])).toEqual([
      '2018-11-04T02:59',
      null,
      '2018-11-04T03:00',
    ]);
  });

  test('a zone without a clock change, and one at a quarter of an hour', () => {
    expect(read('UTC', ['2026-03-29T02:30'])).toEqual(['2026-03-29T02:30']);
    expect(read('Asia/Kathmandu', ['2026-03-29T02:30'])).toEqual(['2026-03-28T20:45']);
  });
});
