import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { dsmr, parseTelegram, splitTelegrams } from './dsmr.ts';

describe('dsmr', () => {
  /** As a meter sends it, but without a checksum, which is optional before version 4. */
  const telegram = (...lines: string[]) => ['/ISK5\\2M550T-1012', '', ...lines, '!', ''].join('\r\n');
  const read = (text: string) => {
    const result = parseTelegram(text);
    if (!result.ok) throw new Error(result.code);
    return result.value;
  };

  describe('energy', () => {
    test('of both tariffs is one counter; what was given back is another', () => {
      const lines = ['1-0:1.8.1(001581.123*kWh)', '1-0:1.8.2(001435.706*kWh)', '1-0:2.8.1(000000.011*kWh)'];
      expect(read(telegram(...lines))).toMatchObject({ taken: 3_016_829, givenBack: 11 });
    });

    test('has a total of its own in some countries', () => {
      expect(read(telegram('1-0:1.8.0(000010.500*kWh)', '1-0:1.8.1(000001.000*kWh)'))).toMatchObject({ taken: 10_500 });
    });
  });

  test.each([
    ['in Wh', telegram('1-0:1.8.0(001234567*Wh)'), 1_234_567],
    ['in MWh', telegram('1-0:1.8.0(12.5*MWh)'), 12_500_000],
    ['with the whole code, and more digits than we keep', telegram('1-0:1.8.0*255(00001234.5678901*kWh)'), 1_234_567],
    ['after the end', `${telegram('1-0:0.0.0*255(1ESY11)')}1-0:1.8.0*255(00001234.567*kWh)\r\n`, 1_234_567],
    ['without a unit: nobody knows', telegram('1-0:1.8.0(001234.5)'), null],
    ['of what was given back alone', telegram('1-0:2.8.0(001234.5*kWh)'), null],
  ])('energy %s', (_title, text, taken) => {
    expect(read(text).taken).toBe(taken);
  });

  test.each([
    ['200512135409S', '2020-05-12T11:54:09Z'],
    ['161113205757W', '2016-11-13T19:57:57Z'],
    ['251026025959S', '2025-10-26T00:59:59Z'],
    ['251026020000W', '2025-10-26T01:00:00Z'],
    ['250230120000W', null],
    ['161107190000', null],
  ])('the time %s is said with its season', (text, instant) => {
    const { at } = read(telegram(`0-0:1.0.0(${text})`, '1-0:1.8.1(1*kWh)'));
    expect(at).toBe(instant === null ? null : Date.parse(instant) / 1000);
  });

  test('gas, water and heat meters are heard, each on its channel', () => {
    const lines = [
      '0-3:24.1.0(004)',
      '0-3:24.2.1(200512134558S)(00012.345*GJ)',
      '0-1:24.1.0(003)',
      '0-1:24.2.1(200512134558S)(00112.384*m3)',
      '0-2:24.1.0(007)',
    ];
    const { meters } = read(telegram(...lines, '0-2:24.2.1(200512134558S)(00872.234*m3)'));
    const at = Date.parse('2020-05-12T11:45:58Z') / 1000;
    expect(meters).toEqual([
      { utility: 'gas', channel: 1, at, value: 112_384_000 },
      { utility: 'water', channel: 2, at, value: 872_234_000 },
      { utility: 'heat', channel: 3, at, value: 3_429_167 },
    ]);
  });

  const heat = (kind: string, ...lines: string[]) => {
    const text = telegram(`0-1:24.1.0(${kind})`, ...lines);
    return read(text).meters.map(({ utility, value }) => [utility, value]);
  };
  test.each([
    ['at the outlet, in GJ', '004', '(200512134558S)(12.345*GJ)', 3_429_167],
    ['at the inlet, in GJ', '012', '(200512134558S)(00001.000*GJ)', 277_778],
    ['that cools too', '13', '(200512134558S)(2*GJ)', 555_556],
    ['in MJ', '4', '(200512134558S)(3600*MJ)', 1_000_000],
    ['in kWh', '004', '(200512134558S)(00012.500*kWh)', 12_500],
    ['in MWh', '004', '(200512134558S)(00012.500*MWh)', 12_500_000],
  ])('a heat meter %s', (_title, kind, value, expected) => {
    expect(heat(kind, `0-1:24.2.1${value}`)).toEqual([['heat', expected]]);
  });

  test('before version 4 a heat meter tells its unit apart from its value', () => {
    const old = ['0-1:24.3.0(121030140000)(00)(60)(1)(0-1:24.2.1)(GJ)', '(00012.345)'];
    expect(heat('4', ...old)).toEqual([['heat', 3_429_167]]);
  });

  test.each([
    ['the volume that runs through a heat meter', '004', '(200512134558S)(00012.500*m3)'],
    ['what a meter of cooling counts', '010', '(200512134558S)(00012.500*GJ)'],
    ['energy of a gas meter', '003', '(200512134558S)(00012.500*GJ)'],
  ])('%s is no heat', (_title, kind, value) => {
    expect(heat(kind, `0-1:24.2.1${value}`)).toEqual([]);
  });

  test('what is no telegram, or was changed on its way, is refused', () => {
    expect(parseTelegram('hello')).toEqual({ ok: false, code: 'not-a-telegram' });
    expect(parseTelegram('/X\r\n\r\n!\r\n')).toEqual({ ok: false, code: 'not-a-telegram' });
    expect(parseTelegram(telegram('1-0:1.8.1(1*kWh)').replace('!', '!0000'))).toEqual({
      ok: false,
      code: 'checksum-wrong',
    });
  });

  test(
    'any text is read or refused',
    () => {
      const piece = fc.constantFrom(
        '/X\r\n',
        '!',
        '1-0:1.8.1',
        '(',
        ')',
        '1*kWh',
        '\r\n',
        '0-1:24.1.0(007)',
        'ABCD',
        '*m3',
      );
      fc.assert(
        fc.property(
          fc.oneof(
            fc.string(),
            fc.array(piece).map((pieces) => pieces.join('')),
          ),
          (text) => {
            const result = parseTelegram(text);
            const taken = result.ok ? result.value.taken : null;
            expect(taken === null || Number.isSafeInteger(taken)).toBe(true);
          },
        ),
        fuzz,
      );
    },
    fuzzTimeoutMs,
  );

  const folder = fileURLToPath(new URL('../../../../shared/data/dsmr_p1/', import.meta.url));
  describe.skipIf(!existsSync(folder))('telegrams of real meters', () => {
    interface Known {
      readonly file: string;
      readonly obis: Record<string, string[]>;
    }
    const known: Known[] = existsSync(folder)
      ? Object.values(JSON.parse(readFileSync(`${folder}expected.json`, 'utf8')) as Record<string, Known>)
      : [];
    test.each([
      ['telegram_v2_2.txt', null, 1_001_000],
      ['telegram_v4_2.txt', '2016-11-29T19:00:00Z', 981_443_000],
      ['telegram_v5.txt', '2017-01-02T15:10:05Z', 107_000],
      ['telegram_fluvius_v171.txt', '2020-05-12T11:45:58Z', 112_384_000],
    ])('%s tells its gas', (file, at, value) => {
      const gas = read(readFileSync(folder + file, 'latin1')).meters.filter(({ utility }) => utility === 'gas');
      expect(gas).toEqual([{ utility: 'gas', channel: 1, at: at === null ? null : Date.parse(at) / 1000, value }]);
    });

    const kWh = (text = '') => Math.round(Number(text.split('*')[0]) * 1000);

    test.each(known.map((one) => [one.file, one] as const))('%s', (file, { obis }) => {
      const text = readFileSync(folder + file, 'latin1');
      const { taken, givenBack } = read(text);
      expect(taken).toBe(kWh(obis['1-0:1.8.1']?.[0]) + kWh(obis['1-0:1.8.2']?.[0]));
      expect(givenBack).toBe(kWh(obis['1-0:2.8.1']?.[0]) + kWh(obis['1-0:2.8.2']?.[0]));
      if (!/!\w{4}/.test(text)) return;
      expect(read(text.replaceAll('\r', '')).taken).toBe(taken);
      expect(parseTelegram(text.replace('kWh)', 'kWh) '))).toEqual({ ok: false, code: 'checksum-wrong' });
    });
  });
});

describe('dsmr port', () => {
  const telegram = (...lines: string[]) => ['/ISK5\\2M550T-1012', '', ...lines, '!', ''].join('\r\n');
  const port = dsmr.tcp.createParser();
  const read = (payload: string) => port.read({ topic: 'p1', payload, isRetained: false });
  const power = telegram('1-0:1.8.1(000001.500*kWh)');

  test('however the port’s words are cut, each telegram comes once and whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 5 }),
        (cuts, count) => {
          const said = `half of one 1)\r\n!\r\n${power.repeat(count)}/begun`;
          const { feed } = splitTelegrams();
          const found: string[] = [];
          for (let at = 0, i = 0; at < said.length; i += 1) {
            const size = cuts[i % cuts.length] as number;
            found.push(...feed(said.slice(at, at + size)));
            at += size;
          }
          expect(found).toEqual(Array.from({ length: count }, () => power));
        },
      ),
    );
  });

  test('a port that says nothing of use is not kept', () => {
    const { feed } = splitTelegrams();
    for (let i = 0; i < 100; i += 1) expect(feed('/x'.repeat(1000))).toEqual([]);
    expect(feed(`\r\n${power}`)).toEqual([power]);
  });

  test('what is taken and each water meter are channels; what is no telegram is none', () => {
    const water = [
      '0-1:24.1.0(007)',
      '0-1:24.2.1(200512134558S)(00012.500*m3)',
      '0-2:24.1.0(007)',
      '0-2:24.2.1(200512134558S)(00001.000*m3)',
    ];
    const heard = read(telegram('1-0:1.8.1(000001.500*kWh)', ...water));
    expect(heard).toMatchObject([
      {
        source: 'dsmr',
        device: 'ISK5\\2M550T-1012',
        part: 'electricity',
        utility: 'electricity',
        total: 1500,
        room: 'whole_home',
      },
      { part: 'water-1', name: 'Water meter 1', utility: 'water', total: 12_500_000 },
      { part: 'water-2', name: 'Water meter 2', total: 1_000_000 },
    ]);
    expect(read(power.replace('!', '!0000'))).toEqual([]);
  });

  test('what goes back to the grid is a register of the same meter, all tariffs together', () => {
    const both = telegram('1-0:1.8.1(000001.500*kWh)', '1-0:2.8.1(000000.250*kWh)', '1-0:2.8.2(000001.000*kWh)');
    const back = { part: 'electricity returned', registerOf: 'electricity', flow: 'returned', total: 1250 };
    expect(read(both)).toMatchObject([{ part: 'electricity', total: 1500 }, back]);
    const alone = telegram('1-0:2.8.0(000001.250*kWh)');
    expect(read(alone)).toMatchObject([{ ...back, name: 'Smart meter', room: 'whole_home' }]);
    expect(port.unread?.({ topic: 'p1', payload: alone, isRetained: false })).toBeNull();
  });

  const folder = fileURLToPath(new URL('../../../../shared/data/dsmr_p1/', import.meta.url));
  test.skipIf(!existsSync(folder))('telegrams of real meters come out of a stream as they are', () => {
    const names = ['telegram_v2_2.txt', 'telegram_v4_2.txt', 'telegram_v5.txt', 'telegram_fluvius_v171.txt'];
    const texts = names.map((name) => readFileSync(folder + name, 'latin1'));
    const found = splitTelegrams().feed(texts.map((text) => `${text.trimEnd()}\r\n`).join(''));
    expect(found).toHaveLength(names.length);
    for (const payload of found) expect(read(payload).length).toBeGreaterThan(0);
  });
});
