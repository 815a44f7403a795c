/** Every message of a real device under ../shared/data, and what its counter shows. */
import { jsonOf, textOf } from './reckon.ts';
import type { Trial } from './trial.ts';

const kWh = 1000;

interface Telegram {
  readonly file: string;
  readonly obis: Readonly<Record<string, readonly string[]>>;
}

/** Meters behind it, by what its own lines say that they are. */
const behind = { '003': 'gas', '3': 'gas', '007': 'water' } as const;

const p1 = (): Trial[] =>
  Object.values(jsonOf('dsmr_p1/expected.json') as Record<string, Telegram>).map(({ file, obis }) => {
    const text = textOf(`dsmr_p1/${file}`);
    const numberOf = (cell = '0'): number => Number(cell.split('*')[0]);
    const drawn = numberOf(obis['1-0:1.8.1']?.[0]) + numberOf(obis['1-0:1.8.2']?.[0]);
    const others = [1, 2].flatMap((channel) => {
      const utility = behind[obis[`0-${channel}:24.1.0`]?.[0] as keyof typeof behind];
      const told = obis[`0-${channel}:24.2.1`] ?? obis[`0-${channel}:24.2.3`];
      // Before version 4 the value stands on a line of its own.
      const value = told?.[1] ?? (obis[`0-${channel}:24.3.0`] ? /\n\(([\d.]+)\)/.exec(text)?.[1] : undefined);
      return utility && value !== undefined ? [{ utility, shown: Math.round(numberOf(value) * 1_000_000) }] : [];
    });
    return {
      name: `dsmr_p1/${file}`,
      give: async (doors) => {
        await doors.meter('electricity', 'electricity');
        for (const { utility } of others) await doors.meter(utility, utility);
        const query = new URLSearchParams([
          ['electricity', 'electricity'],
          ...others.map(({ utility }) => [utility, utility] as [string, string]),
        ]);
        await doors.post(`/api/v1/dsmr?${query.toString()}`, text);
      },
      shown: () => ({
        electricity: Math.round(drawn * kWh),
        ...Object.fromEntries(others.map(({ utility, shown }) => [utility, shown])),
      }),
    };
  });

type Figures = Readonly<Record<string, unknown>>;

/** What a telegram's own names say: a total, else its tariffs or its phases together; null where it tells none. */
const drawnBy = (telegram: Figures, total: string, parts: RegExp): number | null => {
  const own = telegram[total];
  if (typeof own === 'number') return own;
  const told = Object.keys(telegram).filter((name) => parts.test(name));
  return told.length === 0 ? null : told.reduce((sum, name) => sum + Number(telegram[name]), 0);
};
const radioTotal = {
  water: (telegram: Figures) => drawnBy(telegram, 'total_m3', /^$/),
  electricity: (telegram: Figures) =>
    drawnBy(telegram, 'total_energy_consumption_kwh', /^total_energy_consumption_(l|tariff_)\d_kwh$/),
} as const;

const radio = (): Trial[] =>
  (['water', 'electricity'] as const).map((utility) => {
    const path = `wmbus/${utility}_telegrams.jsonl`;
    const telegrams = textOf(path)
      .trim()
      .split('\n')
      .map((line, i) => {
        const figures = (JSON.parse(line) as { expected: Figures }).expected;
        return { figures, name: `${utility}-${i + 1}`, total: radioTotal[utility](figures) };
      });
    const base = utility === 'water' ? 1_000_000 : kWh;
    return {
      name: path,
      give: async (doors) => {
        for (const { name, figures } of telegrams) {
          await doors.meter(name, utility);
          // Some were sent in years that no meter of a home knows: the time is that of its coming in.
          const { timestamp: _, ...known } = figures;
          await doors.post('/api/v1/wmbus', JSON.stringify({ ...known, name }));
        }
      },
      shown: () => Object.fromEntries(telegrams.map(({ name, total }) => [name, Math.round((total ?? 0) * base)])),
      leftOut: () =>
        telegrams.flatMap(({ name, figures, total }) =>
          total === null ? [`${name} (${String(figures['meter'])}): tells no total`] : [],
        ),
    };
  });

interface Vector {
  readonly kind: string;
  readonly device: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly expected: { readonly energy_wh?: number; readonly energy_total_kwh?: number };
}

/** Meters count in whole Wh. */
const devices = (): Trial[] => {
  const topics: Readonly<Record<string, string>> = {
    shelly_gen1_status: 'shellies/plug/info',
    shelly_gen2_switch_status: 'plug/status/switch:0',
    tasmota_status_sns: 'stat/plug/STATUS8',
    tasmota_tele_sensor: 'tele/plug/SENSOR',
  };
  const parts: Readonly<Record<string, string>> = {
    shelly_gen1_status: 'plug relay/0',
    shelly_gen2_switch_status: 'plug switch:0',
  };
  return (jsonOf('device_payloads/vectors.json') as Vector[]).map(({ kind, device, payload, expected }) => ({
    name: `device_payloads/vectors.json: ${device}`,
    give: async (doors) => {
      await doors.publish([[topics[kind] ?? '', payload]]);
      doors.wait(60);
      await doors.publish([[topics[kind] ?? '', payload]]);
    },
    shown: () => ({
      [parts[kind] ?? 'plug']: Math.floor(
        Math.round((expected.energy_wh ?? (expected.energy_total_kwh ?? 0) * kWh) * 1000) / 1000,
      ),
    }),
  }));
};

export const realMessages = (): Trial[] => [...p1(), ...radio(), ...devices()];
