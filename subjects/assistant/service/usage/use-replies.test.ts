import { describe, expect, test } from 'vitest';
import type { Intent } from '../intent.ts';
import {
  all,
  days,
  devices,
  hours,
  inEach,
  meter,
  noon,
  reply,
  steady,
  today,
  usage,
  words,
  yesterday,
} from './testing-use.ts';

describe('how much was used', () => {
  test('the figure first, in the language, each with a link to its page', async () => {
    expect(await inEach(usage('total'))).toEqual({
      en: 'Yesterday (21 November 2026), your home used [2.64 kWh] of electricity and [120 L] of water.',
      es: 'Ayer (21 de noviembre de 2026), tu hogar consumió [2,64 kWh] de electricidad y [120 L] de agua.',
      hi: 'कल (21 नवंबर 2026), आपके घर की खपत [2.64 kWh] बिजली और [120 L] पानी रही।',
    });
    const { text, results } = await reply(usage('total', yesterday, { ...all, room: 'kitchen' }));
    expect(text).toContain('[120\u00a0L](/analytics?period=day&at=2026-11-21&utility=water&room=kitchen)');
    expect(results).toEqual([
      {
        tool: 'usage',
        title: 'Usage: Kitchen, 21 November 2026',
        link: '/analytics?period=day&at=2026-11-21&room=kitchen',
      },
    ]);
  });

  test('of a room and of a device', async () => {
    expect(await inEach(usage('total', today, { ...all, room: 'kitchen', utility: 'water' }))).toEqual({
      en: 'Today (22 November 2026) so far, the kitchen used [30 L] of water.',
      es: 'Hoy (22 de noviembre de 2026), hasta ahora, en la cocina se consumieron [30 L] de agua.',
      hi: 'आज (22 नवंबर 2026) अब तक, रसोई की खपत [30 L] पानी रही।',
    });
    expect(await words(usage('total', yesterday, { ...all, device: 'oven' }))).toBe(
      'Yesterday (21 November 2026), Oven used [2.40 kWh] of electricity.',
    );
  });

  test('without a device or a room: what it used is taken off, and told', async () => {
    const without = { ...usage('total'), without: { ...all, device: 'oven' } } as Intent;
    expect(await inEach(without)).toEqual({
      en: 'Yesterday (21 November 2026), without Oven, your home used [0.24 kWh] of electricity and [120 L] of water. Left out: Oven, [2.40 kWh] of electricity.',
      es: 'Ayer (21 de noviembre de 2026), sin contar Oven, tu hogar consumió [0,24 kWh] de electricidad y [120 L] de agua. Queda fuera: Oven, [2,40 kWh] de electricidad.',
      hi: 'कल (21 नवंबर 2026), Oven को छोड़कर, आपके घर की खपत [0.24 kWh] बिजली और [120 L] पानी रही। छोड़ा गया: Oven, [2.40 kWh] बिजली।',
    });
    const water = usage('total', yesterday, { ...all, utility: 'water' });
    expect(await words({ ...water, without: { ...all, room: 'kitchen' } } as Intent)).toContain(
      'without the kitchen, your home used [0 L] of water. Left out: the kitchen, [120 L] of water.',
    );
    expect(await words({ ...water, without: { ...all, device: 'oven' } } as Intent)).toContain(
      'without Oven, your home used [120 L] of water. Nothing was measured',
    );
  });

  test('as many as are asked for are named, and how many more there are', async () => {
    const fake = { hours: [...hours, ...steady('2026-11-21', 'lamp', 25)] };
    const top = { ...usage('most-device', yesterday, { ...all, utility: 'electricity' }), count: 1 } as Intent;
    expect(await words(top, fake)).toBe(
      'Yesterday (21 November 2026), electricity by device: Oven [2.40 kWh] and 1 more. In total, [3.24 kWh].',
    );
    expect(await words({ ...top, ask: 'least-device' } as Intent, fake)).toContain('Lamp');
  });

  test('days with more than an amount: how many of how many, and which', async () => {
    const over = { ...usage('days-over', days('2026-11-20', '2026-11-22')), part: { ...all, utility: 'water' } };
    expect(await inEach({ ...over, amount: 100_000 } as Intent)).toEqual({
      en: expect.stringContaining('used more than 100 L of water on 1 of 3 days: Saturday 21 Nov [120 L].') as string,
      es: expect.stringContaining('más de 100 L de agua en 1 de 3 días: sábado 21 nov [120 L].') as string,
      hi: expect.stringContaining('3 में से 1 दिन पानी की खपत 100 L से ज़्यादा रही') as string,
    });
    expect(await words({ ...over, amount: 500_000 } as Intent)).toContain(
      'on none of 3 days; the most was [120 L] on Saturday 21 Nov.',
    );
  });

  test('of a floor: what all of its rooms used', async () => {
    const places = ['kitchen', 'bedroom'].map((name) => ({ name, inside: 'Ground floor' }));
    const fake = { home: { places }, hours: [...hours, ...steady('2026-11-21', 'lamp', 25)] };
    const floor = usage('total', yesterday, { utility: 'electricity', room: 'Ground floor', device: null });
    expect(await words(floor, fake)).toBe('Yesterday (21 November 2026), Ground floor used [3.00 kWh] of electricity.');
  });

  test('of a meter with others behind it: what passed it, and what only it saw', async () => {
    expect(await words(usage('total', yesterday, { ...all, device: 'main' }))).toBe(
      'Yesterday (21 November 2026), [2.64 kWh] of electricity passed Main meter; [0.24 kWh] of that reached no other meter.',
    );
  });

  test('a day on average counts whole days that are over, with the plural of each language', async () => {
    const over = async (period: typeof today) => Object.values(await inEach(usage('a-day', period)));
    expect(await over(days('2026-11-20', '2026-11-22'))).toEqual([
      expect.stringContaining(
        '[2.52 kWh] of electricity and [90 L] of water a day on average.\n\nThat is over 2 whole days',
      ),
      expect.stringContaining(
        '[2,52 kWh] de electricidad y [90 L] de agua al día de media.\n\nEs la media de 2 días completos',
      ),
      expect.stringContaining('औसतन [2.52 kWh] बिजली और [90 L] पानी प्रतिदिन।\n\nयह रीडिंग वाले 2 पूरे दिनों का औसत है।'),
    ]);
    expect(await over(days('2026-11-21', '2026-11-22'))).toEqual([
      expect.stringContaining('over 1 whole day with'),
      expect.stringContaining('1 día completo con'),
      expect.stringContaining('1 पूरे दिन का'),
    ]);
    expect(await words(usage('a-day', today))).toMatch(/^An average needs a whole day.*\n\nToday .* \[0\.96 kWh\]/);
  });

  test('a day with some hours only is no whole day, and each utility has days of its own', async () => {
    const late = [
      ...steady('2026-11-20', 'oven', 100).slice(20),
      ...steady('2026-11-20', 'tap', 2_500),
      ...steady('2026-11-21', 'oven', 100),
      ...steady('2026-11-21', 'tap', 5_000),
    ];
    const said = await inEach(usage('a-day', days('2026-11-20', '2026-11-22')), { hours: late });
    expect(said.en).toContain('[2.40 kWh] of electricity and [90 L] of water a day on average.');
    expect(said.en).toContain('That is over 1 whole day of electricity and 2 whole days of water, with readings.');
    expect(said.es).toContain(
      'Es la media de 1 día completo de electricidad y 2 días completos de agua, con lecturas.',
    );
    expect(said.hi).toContain('यह बिजली के 1 पूरे दिन और पानी के 2 पूरे दिनों का औसत है।');
    const dry = await words(usage('a-day', days('2026-11-20', '2026-11-22')), { hours: late.slice(0, 4) });
    expect(dry).toMatch(/^An average needs a whole day/);
    const oneOnly = late.filter(({ device, at }) => device === 'tap' || at < '2026-11-21');
    expect(await words(usage('a-day', days('2026-11-20', '2026-11-22')), { hours: oneOnly })).toMatch(
      /: \[90 L\] of water a day on average\.\n\nThat is over 2 whole days with readings\. There is no whole day with electricity readings\.$/,
    );
  });

  test('rooms and devices: all of them, and who used most or least', async () => {
    expect(await words(usage('rooms'))).toBe(
      'Yesterday (21 November 2026), electricity by room: Kitchen [2.40 kWh] and unmetered [0.24 kWh]. In total, [2.64 kWh].\n\n' +
        'Water by room: Kitchen [120 L]. In total, [120 L].',
    );
    const { results } = await reply(usage('rooms'));
    expect(results[0]?.table?.rows).toEqual([
      ['Kitchen', '2.40\u00a0kWh', '120\u00a0L'],
      ['unmetered', '0.24\u00a0kWh', '–'],
    ]);
    const two = { hours: [...hours, ...steady('2026-11-21', 'lamp', 25)] };
    const power = { ...all, utility: 'electricity' } as const;
    expect(await words(usage('most-device', yesterday, power), two)).toBe(
      'Yesterday (21 November 2026), Oven used the most electricity: [2.40 kWh], 74% of [3.24 kWh].',
    );
    expect(await words(usage('least-room', yesterday, power), two)).toBe(
      'Yesterday (21 November 2026), the bedroom used the least electricity: [0.60 kWh], 19% of [3.24 kWh].',
    );
  });

  test('days and hours: a series, and the one with most or least; a day that is not over is not the stillest', async () => {
    const period = days('2026-11-20', '2026-11-22');
    const water = { ...all, utility: 'water' } as const;
    expect(await words(usage('most-day', period, water))).toContain('used the most water on Saturday 21 Nov: [120 L].');
    expect(await words(usage('least-day', period, water))).toContain('used the least water on Friday 20 Nov: [60 L].');
    const each = await reply(usage('each-day', period, water));
    expect(each.text).toMatch(/from \[60\u00a0L\].*\(20 Nov\) to \[120\u00a0L\].*\(21 Nov\) a day/);
    expect(each.results[0]?.series?.points.map(({ label, value }) => [label, value])).toEqual([
      ['20 Nov', 60],
      ['21 Nov', 120],
      ['22 Nov', 30],
    ]);
    const peak = { hours: [...hours, { at: '2026-11-21T19:00:00Z', device: 'oven', used: 900, coveredS: 0 }] };
    expect(await words(usage('most-hour', yesterday, { ...all, utility: 'electricity' }), peak)).toContain(
      'used the most electricity between 19:00 and 20:00: [1.01 kWh].',
    );
  });

  test('neither the hour that runs nor one that was hardly heard is the stillest', async () => {
    const power = { ...all, utility: 'electricity' } as const;
    const home = { nowMs: noon + 5 * 60_000 };
    const running = [
      ...steady('2026-11-22', 'oven', 80, 11),
      { at: '2026-11-22T11:00:00Z', device: 'oven', used: 5, coveredS: 600 },
      { at: '2026-11-22T12:00:00Z', device: 'oven', used: 1, coveredS: 300 },
    ];
    expect(await words(usage('least-hour', today, power), { hours: running, home })).toContain(
      'used the least electricity between 00:00 and 01:00: [0.08 kWh].',
    );
    expect(await words(usage('most-hour', today, power), { hours: running.slice(-1), home })).toBe(
      'There is no full hour of readings yet: today (22 November 2026) so far.',
    );
  });

  test('the period is said once where both utilities are told of', async () => {
    expect(await inEach(usage('most-hour'))).toEqual({
      en: 'Yesterday (21 November 2026), your home used the most electricity between 00:00 and 01:00: [0.11 kWh].\n\nYour home used the most water between 00:00 and 01:00: [5.00 L].',
      es: 'Ayer (21 de noviembre de 2026), tu hogar: cuando más electricidad se consumió fue entre las 00:00 y la 01:00, [0,11 kWh].\n\nTu hogar: cuando más agua se consumió fue entre las 00:00 y la 01:00, [5,00 L].',
      hi: 'कल (21 नवंबर 2026), आपका घर: बिजली की सबसे ज़्यादा खपत 00:00 से 01:00 के बीच रही, [0.11 kWh]।\n\nआपका घर: पानी की सबसे ज़्यादा खपत 00:00 से 01:00 के बीच रही, [5.00 L]।',
    });
  });
});

describe('what a figure rests on', () => {
  const oven = { ...all, device: 'oven' };

  test('estimated and unmeasured parts are said', async () => {
    const part = steady('2026-11-21', 'oven', 100, 18).map((hour) => ({ ...hour, estimated: 25 }));
    expect(await inEach(usage('total', yesterday, oven), { hours: part })).toEqual({
      en: expect.stringContaining('75% of that time was measured. 25% of the electricity is estimated'),
      es: expect.stringContaining('Se midió el 75 % de ese tiempo. De electricidad, el 25 % es estimado'),
      hi: expect.stringContaining('उस समय का 75% मापा गया। बिजली: 25% अनुमानित है'),
    });
    expect(await words(usage('estimated', yesterday, oven), { hours: part })).toContain(
      '**0.45 kWh** of the [1.80 kWh] of electricity is estimated (25%).',
    );
  });

  test('figures of the demo household and of guests are said to be simulated', async () => {
    for (const kind of ['demo', 'guest'] as const) {
      expect(await words(usage('total'), { home: { kind } })).toMatch(/simulated figures of the demo household\._$/);
    }
  });

  test('nothing measured is not nothing used', async () => {
    const empty = await inEach(usage('total'), { hours: [], home: { hasReadings: false } });
    expect(empty.en).toContain('no readings yet. [Connect a meter]');
    expect(empty.es).toContain('aún no tiene lecturas');
    expect(empty.hi).toContain('अभी कोई रीडिंग नहीं है');
    expect(await words(usage('total', days('2026-01-01', '2026-01-31')))).toBe(
      'Nothing was measured in January 2026: your home.\n\nReadings begin on 20 November 2026.',
    );
    const unheard = devices.map((one) => meter(one, one.id === 'lamp' ? { lastAt: null } : {}));
    expect(await words(usage('total', yesterday, { ...all, device: 'lamp' }), { meters: unheard })).toBe(
      '[Lamp] has no readings yet.',
    );
    expect(await words(usage('total', yesterday, { ...all, room: 'bedroom', utility: 'water' }))).toBe(
      'Bedroom: no device there measures water.',
    );
  });
});

describe('comparisons', () => {
  test('today against yesterday up to the same hour', async () => {
    expect(
      await inEach({ about: 'compare', part: { ...all, utility: 'water' }, period: today, against: yesterday }),
    ).toEqual({
      en: 'Your home used [30 L] of water today (22 November 2026) so far: 50% (30 L) less than yesterday (21 November 2026) up to the same hour ([60 L]).',
      es: 'Tu hogar: [30 L] de agua hoy (22 de noviembre de 2026), hasta ahora; es un 50 % (30 L) menos que ayer (21 de noviembre de 2026) hasta la misma hora ([60 L]).',
      hi: 'आपके घर की पानी की खपत, आज (22 नवंबर 2026) अब तक: [30 L], कल (21 नवंबर 2026) उसी समय तक ([60 L]) की तुलना में 50% (30 L) कम।',
    });
  });

  test('days without a name are told as a sentence has them in Spanish', async () => {
    const [one, other] = [days('2026-11-20', '2026-11-21'), days('2026-10-28', '2026-11-07')];
    const part = { ...all, utility: 'water' } as const;
    const told = await inEach({ about: 'compare', part, period: one, against: one });
    expect(told.es).toContain('[180 L] de agua del 20 al 21 de noviembre de 2026; más o menos como del 20 al 21 de');
    expect((await inEach(usage('total', one, part))).es).toMatch(
      /^Del 20 al 21 de noviembre de 2026, tu hogar consumió/,
    );
    expect((await inEach(usage('total', other, part))).es).toMatch(
      /^No se midió nada del 28 de octubre al 7 de noviembre de 2026: tu hogar/,
    );
  });

  test('two parts of the home', async () => {
    const intent = {
      about: 'compare-parts',
      one: { ...all, device: 'oven' },
      other: { ...all, device: 'lamp' },
      period: yesterday,
    } as const;
    const lamp = { hours: [...hours, ...steady('2026-11-21', 'lamp', 150)] };
    expect(await words(intent, lamp)).toBe(
      'Yesterday (21 November 2026), Oven used [2.40 kWh] of electricity and Lamp [3.60 kWh]. Lamp used **1.20 kWh** more.',
    );
  });
});

describe('now', () => {
  test('power and flow with what draws most; silence is said', async () => {
    const rates: Record<string, number> = { main: 300, oven: 200 };
    const meters = devices.map((one) => meter(one, { rate: rates[one.id] ?? 0 }));
    expect(await words({ about: 'now', part: all }, { meters })).toBe(
      'Right now your home draws [300 W] of electricity, mostly Kitchen [200 W]. No water is running.\n\nAs of 11:59.',
    );
    const silent = meters.map((one) => ({ ...one, rateUntil: '2026-11-22T11:59:30Z', lastAt: '2026-11-20T08:00:00Z' }));
    expect(await words({ about: 'now', part: { ...all, utility: 'water' } }, { meters: silent })).toContain(
      'Water: no reading since 20 November',
    );
    const lastYear = silent.map((one) => ({ ...one, lastAt: '2025-03-03T01:00:00Z' }));
    expect(await inEach({ about: 'now', part: { ...all, utility: 'water' } }, { meters: lastYear })).toEqual({
      en: expect.stringContaining('no reading since 3 March 2025 at 01:00.'),
      es: expect.stringContaining('sin lecturas desde el 3 de marzo de 2025 a la 01:00.'),
      hi: expect.stringMatching(/3 मार्च 2025 को 01:00 बजे के बाद कोई रीडिंग नहीं।/),
    });
  });

  test('"mostly" only above half, a room’s devices together, and what no meter sees told', async () => {
    const rated = (rates: Record<string, number>, rest: object = {}) =>
      devices.map((one) => meter(one, { rate: rates[one.id] ?? 0, ...rest }));
    const power = { about: 'now', part: { ...all, utility: 'electricity' } } as const;
    expect(await inEach(power, { meters: rated({ main: 353, oven: 45 }) })).toEqual({
      en: expect.stringContaining(
        'Right now your home draws [353 W] of electricity: Kitchen [45 W] and unmetered [308 W].',
      ),
      es: expect.stringContaining('consume [353 W] de electricidad: Cocina [45 W] y sin medir [308 W].'),
      hi: expect.stringContaining('आपके घर की बिजली: [353 W]। इसमें रसोई [45 W] और बिना मीटर [308 W]।'),
    });
    const once = rated({ main: 60 }, { rateWithin: 61 });
    expect(await words(power, { meters: once })).toContain('draws [about 60 W] of electricity');
  });
});
