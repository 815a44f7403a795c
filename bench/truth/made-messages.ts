/** Made messages of devices, of each kind that was once read wrongly or not at all. */
import type { Doors, Trial } from './trial.ts';

const at = Date.UTC(2026, 4, 4) / 1000;
const readings = (doors: Doors, meter: string, values: readonly number[], stepS = 3600): Promise<number> =>
  doors.post(
    '/api/v1/readings',
    JSON.stringify({
      readings: values.map((value, i) => ({
        meter,
        at: new Date((at + i * stepS) * 1000).toISOString().replace('.000Z', 'Z'),
        value,
      })),
    }),
  );

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

const counters = (): Trial[] => {
  const dip = [307_775_000, 295_487_000, 307_788_000, 307_800_000];
  return [
    {
      name: 'a counter that dips and recovers',
      give: async (doors) => {
        await doors.meter('tap', 'water');
        await readings(doors, 'tap', dip);
      },
      used: () => ({ tap: 25_000 }),
    },
    {
      name: 'the same, a reading at a time',
      give: async (doors) => {
        await doors.meter('tap', 'water');
        for (const i of range(dip.length)) await readings(doors, 'tap', dip.slice(0, i + 1));
      },
      used: () => ({ tap: 25_000 }),
    },
    {
      name: 'the same in a file of two days',
      give: (doors) => {
        const showing = range(48).map((i) => (i === 20 ? 295_487_000 : 307_775_000 + 13_000 * i));
        const rows = showing.map((ml, i) => `${new Date((at + i * 3600) * 1000).toISOString()},${ml / 1000}`);
        return doors.file(['time,tap counter (L)', ...rows, ''].join('\n'), 'tap.csv');
      },
      used: () => ({ 'tap counter (L)': 47 * 13_000 }),
    },
    {
      name: 'a counter that begins anew, and stays low',
      give: async (doors) => {
        await doors.meter('plug', 'electricity');
        await readings(doors, 'plug', [90_000, 90_100, 20, 70, 120]);
      },
      used: () => ({ plug: 100 + 120 }),
    },
    {
      name: 'two counters in turns under one key: the higher one counts',
      give: async (doors) => {
        await doors.meter('main', 'electricity');
        await readings(
          doors,
          'main',
          range(40).map((i) => (i % 2 === 0 ? 500_000 + 50 * i : 300_000 + 20 * i)),
          900,
        );
      },
      used: () => ({ main: 50 * 38 }),
    },
  ];
};

const brokers = (): Trial[] => [
  {
    name: 'MQTT: 200 values at once, in one second',
    give: async (doors) => {
      const say = (wh: number) => ['tele/plug/SENSOR', { ENERGY: { Total: wh / 1000 } }] as const;
      await doors.publish([say(1000)]);
      doors.wait(60);
      await doors.publish([say(1000)]);
      doors.wait(600);
      await doors.publish(range(200).map((i) => say(1001 + i)));
    },
    used: () => ({ plug: 200 }),
    shown: () => ({ plug: 1200 }),
  },
  ...[
    [
      'Tasmota, a reading head',
      'tele/head/SENSOR',
      { SML: { Total_in: 1234.5, Total_out: 99 } },
      'head SML',
      1_234_500,
    ],
    [
      'Tasmota, a clamp of its own',
      'tele/clamp/SENSOR',
      { ANALOG: { CTEnergy1: { Energy: 0.019 } } },
      'clamp CTEnergy1',
      19,
    ],
    ['Tasmota, a total by tariff', 'tele/two/SENSOR', { ENERGY: { TotalTariff: [1.5, 2] } }, 'two', 3500],
    [
      'Shelly, beside what goes back',
      'em/status/em1data:0',
      { id: 0, total_act_energy: 4321.5, total_act_ret_energy: 77 },
      'em em1:0',
      4321,
    ],
    [
      'Shelly, a switch whose total holds what goes back',
      'plus/status/switch:0',
      { id: 0, output: true, aenergy: { total: 700 }, ret_aenergy: { total: 30 } },
      'plus switch:0',
      670,
    ],
  ].map(([name, topic, payload, meter, shown]): Trial => {
    const message = [topic as string, payload] as const;
    return {
      name: name as string,
      give: async (doors) => {
        await doors.publish([message]);
        doors.wait(60);
        await doors.publish([message]);
      },
      shown: () => ({ [meter as string]: shown as number }),
    };
  }),
];

/** Hardware that counts both ways: what each register rose by, beside the other. */
const bothWays = (): Trial[] =>
  (
    [
      [
        'Shelly',
        'em',
        'em1:0',
        (a, b) => ['em/status/em1data:0', { id: 0, total_act_energy: a, total_act_ret_energy: b }],
      ],
      ['Tasmota', 'head', 'SML', (a, b) => ['tele/head/SENSOR', { SML: { Total_in: a / 1000, Total_out: b / 1000 } }]],
    ] as readonly (readonly [string, string, string, (a: number, b: number) => readonly [string, unknown]])[]
  ).map(
    ([maker, device, part, says]): Trial => ({
      name: `${maker}: what is taken and what is given back, each by itself`,
      give: async (doors) => {
        await doors.publish([says(5000, 700)]);
        for (const [a, b] of [
          [5000, 700],
          [5120, 700],
          [5120, 745],
        ] as const) {
          doors.wait(600);
          await doors.publish([says(a, b)]);
        }
      },
      used: () => ({ [`${device} ${part}`]: 120, [`${device} ${part} returned`]: 45 }),
    }),
  );

const telegram = (...lines: string[]): string => ['/ISK5\\2M550T-1012', '', ...lines, '!', ''].join('\r\n');

const pushed = (): Trial[] => [
  ...[
    ['a P1 telegram in Wh', telegram('0-0:1.0.0(260505185320S)', '1-0:1.8.0(001234567*Wh)'), 1_234_567],
    ['a P1 telegram in MWh', telegram('1-0:1.8.0(12.5*MWh)'), 12_500_000],
    [
      'EasyMeter, whose lines stand after !',
      `${telegram('1-0:0.0.0*255(1E)')}1-0:1.8.0*255(00001234.567*kWh)\r\n`,
      1_234_567,
    ],
  ].map(
    ([name, text, shown]): Trial => ({
      name: name as string,
      give: async (doors) => {
        await doors.meter('mains', 'electricity');
        await doors.post('/api/v1/dsmr?electricity=mains', text as string);
      },
      shown: () => ({ mains: shown as number }),
    }),
  ),
  ...[
    ['eltako', { total_kwh: 12.5 }, 12_500],
    ['ime', { positive_total_active_energy_kwh: 7.5, negative_total_active_energy_kwh: 9 }, 7500],
    ['nemo', { total_active_positive_3phase_kwh: 8 }, 8000],
  ].map(
    ([driver, figures, shown]): Trial => ({
      name: `wmbus: ${driver as string}`,
      give: async (doors) => {
        await doors.meter('radio', 'electricity');
        const body = { media: 'electricity', meter: driver, name: 'radio', ...(figures as object) };
        await doors.post('/api/v1/wmbus', JSON.stringify(body));
      },
      shown: () => ({ radio: shown as number }),
    }),
  ),
];

/** Whole Wh of whole megajoules: a counter of gigajoules with three decimals. */
const whOf = (megajoules: number): number => Math.floor((megajoules * 10_000 + 18) / 36);
const gigajoules = (megajoules: number): string => (megajoules / 1000).toFixed(3);

const heat = (): Trial[] => {
  const risen = range(48).map((i) => 12_345 + i * 7);
  const hour = (i: number): string =>
    `2605${String(4 + Math.floor(i / 24)).padStart(2, '0')}${String(i % 24).padStart(2, '0')}0000S`;
  const p1 = (i: number, megajoules: number): string =>
    telegram('0-1:24.1.0(004)', `0-1:24.2.1(${hour(i)})(${gigajoules(megajoules).padStart(9, '0')}*GJ)`);
  return [
    {
      name: 'heat: telegrams of two days that hear a meter in GJ, and nothing else',
      give: async (doors) => {
        await doors.meter('substation', 'heat');
        for (const [i, megajoules] of risen.entries())
          await doors.post('/api/v1/dsmr?heat=substation', p1(i, megajoules));
      },
      used: () => ({ substation: whOf(risen.at(-1) as number) - whOf(risen[0] as number) }),
    },
    ...[
      ['kamheat', { total_energy_consumption_kwh: 44 }, 44_000],
      ['vario451', { total_kwh: 6371.666667, total_gj: 22.938, current_gj: 9.826 }, 6_371_667],
      ['vario451 in GJ', { total_gj: 22.938 }, whOf(22_938)],
      ['ultraheat', { heat_kwh: 8974.444444, target_kwh: 8513.611111 }, 8_974_444],
      ['hydrocalm3', { media: 'heat/cooling load', total_heating_kwh: 4460.833333, total_cooling_kwh: 12 }, 4_460_833],
    ].map(
      ([driver, figures, shown]): Trial => ({
        name: `heat: wmbus, ${driver as string}`,
        give: async (doors) => {
          await doors.meter('radio', 'heat');
          const body = { media: 'heat', meter: driver, name: 'radio', ...(figures as object) };
          await doors.post('/api/v1/wmbus', JSON.stringify(body));
        },
        shown: () => ({ radio: shown as number }),
      }),
    ),
    {
      name: 'heat: files of a counter in GJ, and of amounts in MWh',
      give: async (doors) => {
        const time = (i: number): string => new Date((at + i * 3600) * 1000).toISOString();
        const counter = risen.map((megajoules, i) => `${time(i)};${gigajoules(megajoules)}`);
        await doors.file(['Zeit;Wärmezähler Zählerstand GJ', ...counter, ''].join('\n'), 'waerme.csv');
        const amounts = range(48).map((i) => `${time(i)},${(0.001 + (i % 7) / 1000).toFixed(3)}`);
        await doors.file(['start,Chauffage MWh', ...amounts, ''].join('\n'), 'chauffage.csv');
      },
      used: () => ({
        'Wärmezähler Zählerstand GJ': whOf(risen.at(-1) as number) - whOf(risen[0] as number),
        'Chauffage MWh': range(48).reduce((sum, i) => sum + 1000 * (1 + (i % 7)), 0),
      }),
    },
  ];
};

export const madeMessages = (): Trial[] => [...counters(), ...brokers(), ...bothWays(), ...pushed(), ...heat()];
