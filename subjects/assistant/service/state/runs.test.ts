import { describe, expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import type { Intent } from '../intent.ts';
import { assistantTools } from '../topics.ts';
import { days, type FakeHome, fakeAsking, inEach, reply, steady, words } from '../usage/testing-use.ts';

type RunsIntent = Intent<'runs'>;

/** The oven rests at 4 Wh an hour, and is on from 18 to 20 each second day. */
const hours = Array.from({ length: 20 }, (_, i) =>
  steady(addDays('2026-11-02', i), 'oven', 4).map((hour) =>
    i % 2 === 0 && /T1[89]/.test(hour.at) ? { ...hour, used: 1000 } : hour,
  ),
).flat();
const runs = (ask: RunsIntent['ask'], period: RunsIntent['period'] = null, device = 'oven'): Intent => ({
  about: 'runs',
  device,
  period,
  ask,
});
const ask = (intent: Intent, fake: FakeHome = {}) => words(intent, { hours, ...fake });

describe('when a device ran', () => {
  test('the last time: from when to when, how long, and how much', async () => {
    expect(await inEach(runs('last'), { hours })).toEqual({
      en: '[Oven] last ran from 20 November at 18:00 to 20:00 (2 h) and used [2.00 kWh].\n\n_Times are to the quarter of an hour; a pause of up to half an hour belongs to the run. 68% of that time was measured._',
      es: '[Oven] funcionó por última vez desde el 20 de noviembre a las 18:00 hasta las 20:00 (2 h) y consumió [2,00 kWh].\n\n_Las horas van de 15 en 15 minutos; una pausa de hasta media hora cuenta como parte del mismo uso. Se midió el 68 % de ese tiempo._',
      hi: '[Oven] पिछली बार 20 नवंबर को 18:00 बजे से 20:00 तक (2 घंटे) चालू रहा, खपत [2.00 kWh]।\n\n_समय 15 मिनट तक सटीक है; आधे घंटे तक का विराम उसी बार में गिना जाता है। उस समय का 68% मापा गया।_',
    });
    const { text, results } = await reply(runs('last'), { hours });
    expect(text).toContain('(/analytics?period=day&at=2026-11-20&by=device&utility=electricity&room=kitchen)');
    expect(results[0]?.table?.rows[0]).toEqual(['20 November at 18:00', '2 h', '2.00\u00a0kWh']);
  });

  test('how often in a period, with what a run takes', async () => {
    expect(await ask(runs('count', days('2026-11-02', '2026-11-11')))).toContain(
      '2 – 11 November 2026, [Oven] ran 5 times and used [10.0 kWh] in those runs. A run took 2 h and 2.00 kWh on average.'.replace(
        '2 – 11',
        '2\u2009–\u200911',
      ),
    );
    expect(await ask(runs('count', days('2026-11-04', '2026-11-04')))).toContain('ran once and used [2.00 kWh].');
    expect(await ask(runs('count', days('2026-11-05', '2026-11-05')))).toContain(
      'On 5 November 2026, [Oven] did not run. [Oven] last ran from 4 November at 18:00',
    );
  });

  test('one that lasts; one that goes over midnight; short pauses belong to it', async () => {
    const now = [
      ...hours,
      ...steady('2026-11-22', 'oven', 4, 9),
      ...[9, 10, 11].map((hour) => ({
        at: `2026-11-22T${String(hour).padStart(2, '0')}:00:00Z`,
        device: 'oven',
        used: 800,
      })),
    ];
    expect(await ask(runs('last'), { hours: now })).toContain(
      '[Oven] is running now, since 22 November at 09:00 (3 h), with [2.40 kWh] so far.',
    );
    const night = hours.map((hour) => (/11-20T(2[0-3])|11-21T00/.test(hour.at) ? { ...hour, used: 1000 } : hour));
    expect(await ask(runs('last'), { hours: night })).toContain(
      'from 20 November at 18:00 to 21 November at 01:00 (7 h) and used [7.00 kWh]',
    );
  });

  test('what never rests has no runs; what was not measured is not known; what rests did not run', async () => {
    const lamp = runs('last', null, 'lamp');
    const of = (used: number) => ({ hours: steady('2026-11-21', 'lamp', used) });
    expect(await ask(lamp, of(40))).toContain('drew about the same at all times');
    expect(await ask(lamp, of(0))).toContain('[Lamp] did not run.');
    expect(await ask(lamp, { hours: [] })).toContain('sent no readings, so it is not known whether it ran');
    const guessed = { hours: hours.map((hour) => ({ ...hour, estimated: hour.used })) };
    expect(await ask(runs('last'), guessed)).toContain('not known whether it ran');
  });

  test('a program is told the same', async () => {
    const tool = assistantTools.find(({ name }) => name === 'runs');
    const told = await tool?.run(fakeAsking({ hours }), { device: 'oven', from: '2026-11-02', until: '2026-11-21' });
    expect(told?.facts).toMatchObject({ count: 10, period: { days: 20 } });
    expect((told?.facts['latest'] as unknown[] | undefined)?.[0]).toMatchObject({ minutes: 120, used: { kWh: 2 } });
  });
});
