import { describe, expect, test } from 'vitest';
import type { HomeDevice } from '../home.ts';
import type { Intent } from '../intent.ts';
import { assistantTools } from '../topics.ts';
import { all, devices, type FakeHome, fakeAsking, inEach, meter, reply, words } from '../usage/testing-use.ts';

const [main, oven, lamp, tap] = devices as readonly [HomeDevice, HomeDevice, HomeDevice, HomeDevice];
const meters = [
  meter(main),
  meter(oven, { lastAt: '2026-11-22T11:58:00Z', lastValue: 1_234_567 }),
  meter(lamp, { lastAt: null, lastValue: null }),
  meter(tap, { lastAt: '2026-11-20T06:30:00Z', lastValue: 52_005_250 }),
];
const ask = (what: Intent<'meters'>['ask'], part = all): Intent => ({
  about: 'meters',
  ask: what,
  part,
});
const fake: FakeHome = { meters };

describe('the state of meters', () => {
  test('how many report, which are silent since when, and which never did', async () => {
    expect(await inEach(ask('all'), fake)).toEqual({
      en: '2 of your [4 meters] sent readings in the last hour. Silent: [Tap] since 20 November at 06:30. No reading yet: [Lamp].',
      es: 'En la última hora enviaron lecturas 2 de [4 contadores]. En silencio: [Tap] desde el 20 de noviembre a las 06:30. Aún sin ninguna lectura: [Lamp].',
      hi: 'पिछले एक घंटे में [4 मीटर] में से 2 से रीडिंग आई है। चुप: [Tap], 20 नवंबर को 06:30 बजे से। अभी तक कोई रीडिंग नहीं: [Lamp]।',
    });
    const { text, results } = await reply(ask('silent'), fake);
    expect(text).toContain('[Tap](/devices#device-tap) since');
    expect(results[0]?.table?.rows[0]).toEqual(['Main meter\nWhole home', '22 November at 11:59', '0\u00a0kWh']);
  });

  test('all of them, and of a part only', async () => {
    expect(await words(ask('all'))).toBe('All of your [4 meters] sent readings in the last hour.');
    expect(await words(ask('silent'))).toBe(
      'No meter is silent: all of your [4 meters] sent readings in the last hour.',
    );
    expect(await words(ask('all', { ...all, utility: 'water' }), fake)).toBe(
      '0 of your [1 meter] sent readings in the last hour. Silent: [Tap] since 20 November at 06:30.',
    );
    expect(await words(ask('all', { ...all, utility: 'gas' }), fake)).toBe('Nothing in your home measures gas.');
  });

  test('when one reported last and what it showed, to its last digit, or in the unit that was asked for', async () => {
    const last = (device: string, more: FakeHome = {}) => words(ask('last', { ...all, device }), { ...fake, ...more });
    expect(await last('tap')).toBe(
      '[Tap] last sent a reading on 20 November at 06:30: 52.00525 m³. It has been silent since then.',
    );
    expect(await last('oven')).toBe('[Oven] last sent a reading on 22 November at 11:58: 1,234.567 kWh.');
    expect(await last('tap', { unit: 'L' })).toContain(': 52,005 L.');
    expect(await last('lamp')).toBe('[Lamp] has no readings yet.');
    expect(await words(ask('last'), fake)).toContain('The table shows the last reading of each.');
  });

  test('which devices are silent is the same answer; a program is told it too', async () => {
    const devicesToo = await words({ about: 'devices', ask: 'silent', room: null, utility: null }, fake);
    expect(devicesToo).toBe(await words(ask('silent'), fake));
    const tool = assistantTools.find(({ name }) => name === 'meters');
    const told = await tool?.run(fakeAsking(fake), { only_silent: true });
    expect(told?.facts).toMatchObject({
      meters: 4,
      silent_or_never_heard: 2,
      list: [
        { device: 'Tap', silent: true, it_showed: '52.00525\u00a0m³' },
        { device: 'Lamp', last_reading: 'never' },
      ],
    });
  });
});
