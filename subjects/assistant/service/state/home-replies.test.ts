import { describe, expect, test } from 'vitest';
import type { HomeDevice } from '../home.ts';
import type { Intent } from '../intent.ts';
import {
  all,
  devices,
  type FakeHome,
  inEach,
  meter,
  noon,
  reply,
  usage,
  words,
  yesterday,
} from '../usage/testing-use.ts';

describe('devices and switching', () => {
  test('how many, and which are on', async () => {
    const ask = (what: 'count' | 'off') => inEach({ about: 'devices', ask: what, room: null, utility: null });
    expect((await ask('count')).es).toContain('Tu hogar tiene [4 dispositivos]. Encendidos: 3; apagados: 1.');
    expect((await ask('off')).hi).toBe('बंद (1): [Lamp]।');
    expect(await words({ about: 'device', device: 'oven' })).toBe(
      '**Oven** (Kitchen, electricity)\n\n[Oven] is on. Today so far it used [0.96 kWh]. Right now it draws [0 W].',
    );
  });

  test('is proposed, and nothing more', async () => {
    const { text, proposes } = await reply({ about: 'switch', device: 'lamp', on: true });
    expect(text).toContain('Nothing happens until you press the button below.');
    expect(proposes).toEqual([{ device: 'lamp', on: true }]);
  });

  test('where it was not said what to switch, devices are named that can be', async () => {
    const unclear = { about: 'unclear', what: 'switch', choices: [] } as const;
    expect(await inEach(unclear)).toEqual({
      en: 'What should be switched on or off? You can name Oven and Lamp. For example:',
      es: '¿Qué hay que encender o apagar? Puedes nombrar Oven y Lamp. Por ejemplo:',
      hi: 'क्या चालू या बंद करना है? आप इनके नाम ले सकते हैं: Oven और Lamp। जैसे:',
    });
    const only = devices.filter(({ utility }) => utility === 'water');
    expect(await words(unclear, { home: { devices: only } })).toBe('No device in your home can be switched from here.');
    const [, oven] = devices as readonly [HomeDevice, HomeDevice];
    const many = Array.from({ length: 8 }, (_, i) => ({ ...oven, id: `d${i}`, name: `Plug ${i}` }));
    expect(await words(unclear, { home: { devices: many } })).toContain('Plug 5 and 2 more.');
  });

  test('what cannot be, or is so already, is said', async () => {
    const said = async (device: string, on: boolean, fake: FakeHome = {}) => {
      const { text, proposes } = await reply({ about: 'switch', device, on }, fake);
      return [text, proposes];
    };
    expect(await said('oven', true)).toEqual([expect.stringContaining('is already on.'), undefined]);
    expect(await said('tap', false)).toEqual([expect.stringContaining('measures water'), undefined]);
    expect(await said('main', true)).toEqual([expect.stringContaining('was last noted as on.'), undefined]);
    expect(await said('lamp', true, { home: { role: 'viewer' } })).toEqual([
      expect.stringContaining('only view this household'),
      undefined,
    ]);
    for (const role of ['viewer', 'member'] as const) {
      expect(await said('lamp', true, { home: { role, switchRooms: ['kitchen'] } })).toEqual([
        expect.stringContaining('can’t switch devices in that room'),
        undefined,
      ]);
      expect((await said('lamp', true, { home: { role, switchRooms: ['bedroom'] } }))[1]).toMatchObject([{ on: true }]);
    }
    expect(await said('nothing', true)).toEqual([expect.stringContaining('no longer'), undefined]);
  });
});

describe('notices', () => {
  const running = {
    kind: 'running-water',
    device: 'tap',
    since: '2026-11-22T02:15:00Z',
    endedAt: null,
    isDismissed: false,
    utility: null,
    figures: { usedMl: 1_076_000, floorMlPerHour: 8200, leakMl: 213_400 },
  } as const;

  test('water that does not stop: where, since when and how much', async () => {
    const text = await inEach({ about: 'alerts', ask: 'leak' }, { notices: [running] });
    expect(text.en).toContain(
      'at [Tap]: it has been running since 22 November at 02:15, about 8.2 L/h and [213 L] so far.',
    );
    expect(text.es).toContain('corre desde el 22 de noviembre a las 02:15, unos 8,2 L/h, y van [213 L].');
    expect(text.hi).toContain('अब तक [213 L]');
  });

  test('its amount opens the days in which it ran, as the household counts them', async () => {
    const { text } = await reply(
      { about: 'alerts', ask: 'leak' },
      { notices: [{ ...running, since: '2026-11-20T22:00:00Z' }] },
    );
    expect(text).toContain('](/analytics?period=custom&from=2026-11-20&to=2026-11-22&by=device&utility=water)');
    const ended = { ...running, since: '2026-11-19T23:30:00Z', endedAt: '2026-11-20T05:00:00Z' };
    const madrid = await reply(
      { about: 'alerts', ask: 'leak' },
      { notices: [ended], home: { timeZone: 'Europe/Madrid' } },
    );
    expect(madrid.text).toContain('](/analytics?period=day&at=2026-11-20&by=device&utility=water)');
  });

  test('a notice that was dismissed is no repaired tap', async () => {
    expect(await words({ about: 'alerts', ask: 'all' }, { notices: [{ ...running, isDismissed: true }] })).toContain(
      '[213 L]',
    );
  });

  test('none, with what could not be seen', async () => {
    expect(await words({ about: 'alerts', ask: 'leak' })).toMatch(/^There is no sign of a leak/);
    const silent = devices.map((one) => meter(one, { lastAt: '2026-11-20T08:00:00Z' }));
    expect(await words({ about: 'alerts', ask: 'leak' }, { meters: silent })).toContain(
      'a leak there would not be seen',
    );
    const dry = { home: { devices: devices.filter(({ utility }) => utility === 'electricity') } };
    expect(await words({ about: 'alerts', ask: 'leak' }, dry)).toContain('Nothing in your home measures water');
  });

  test('a budget by its figures', async () => {
    const notice = {
      kind: 'budget-passed',
      device: null,
      since: '2026-11-20T00:00:00Z',
      endedAt: null,
      isDismissed: false,
      utility: 'electricity',
      figures: { budget: '40', soFar: '41.20', currency: 'EUR', start: '2026-11-01', end: '2026-12-01' },
    } as const;
    expect(await words({ about: 'alerts', ask: 'all' }, { notices: [notice] })).toBe(
      'Electricity is over budget: [€41.20] of €40.00, until 30 November 2026.',
    );
  });
});

test.each([
  ['4.20', 'The money paid in advance for electricity ends on 22 November 2026: [€4.20] left.'],
  ['0.00', 'The money paid in advance for electricity has run out.'],
  ['-4.20', 'The money paid in advance for electricity has run out: [€4.20] is owed on the meter.'],
])('what is prepaid by what is left of it: %s', async (soFar, text) => {
  const notice = {
    kind: 'prepaid-ends',
    device: null,
    since: '2026-11-20T00:00:00Z',
    endedAt: null,
    isDismissed: false,
    utility: 'electricity',
    figures: { soFar, currency: 'EUR', start: '2026-11-01', end: '2026-11-23' },
  } as const;
  expect(await words({ about: 'alerts', ask: 'all' }, { notices: [notice] })).toBe(text);
});

describe('names that people wrote', () => {
  test('stay names', async () => {
    const evil = devices.map((one) =>
      one.id === 'oven' ? { ...one, name: '[x](http://evil)\n**on**', room: '`den`' } : one,
    );
    const asked: Intent[] = [
      usage('total', yesterday, { ...all, device: 'oven' }),
      usage('devices'),
      usage('rooms'),
      { about: 'devices', ask: 'list', room: null, utility: null },
      { about: 'device', device: 'oven' },
      { about: 'switch', device: 'oven', on: false },
      { about: 'impossible', why: 'unknown-device', named: '[y](http://evil)' },
      { about: 'household', ask: 'rooms' },
    ];
    for (const intent of asked) {
      const { text } = await reply(intent, { home: { devices: evil } });
      expect(text).not.toMatch(/(?<!\\)\]\((?!\/)|http:|(?<!\\)`/);
      expect(text).not.toContain('**on**');
    }
  });
});

test('gallons where the household counts in them', async () => {
  expect(
    await words(usage('total', yesterday, { ...all, utility: 'water' }), { home: { units: 'us', country: 'US' } }),
  ).toContain('[31.7 gal] of water');
});

test('one o’clock has an article of its own in Spanish', async () => {
  const said = await inEach({ about: 'household', ask: 'time' }, { home: { nowMs: Date.UTC(2026, 10, 22, 1, 5) } });
  expect(said.es).toBe('Hora en tu hogar: **01:05**, 22 de noviembre de 2026 (UTC).');
});

test('the household’s clock', async () => {
  expect(
    await words({ about: 'household', ask: 'time' }, { home: { timeZone: 'Asia/Kolkata', nowMs: noon } }),
  ).toContain('**17:30**');
});
