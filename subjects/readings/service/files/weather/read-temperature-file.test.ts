import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTemperatureFile, type TemperatureFile, type TemperatureFileOptions } from './index.ts';

describe('read temperature file', () => {
  const madrid: TemperatureFileOptions = { timeZone: 'Europe/Madrid', today: '2026-11-22' };
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
  const read = (text: string, options: Partial<TemperatureFileOptions> = {}) =>
    readTemperatureFile(bytesOf(text), { ...madrid, ...options });
  const daysOf = (text: string, options?: Partial<TemperatureFileOptions>) => {
    const file = read(text, options);
    if (!file.ok) throw new Error(JSON.stringify(file.fault));
    return file.days;
  };

  /** Rows of hours from an instant or clock time on, each with what `celsius` says. */
  const hours = (from: string, count: number, celsius: (hour: number) => number, mark = (iso: string) => iso): string =>
    Array.from({ length: count }, (_, i) => {
      const at = new Date(Date.parse(from) + i * 3_600_000).toISOString();
      return `${mark(at)},${celsius(i)}`;
    }).join('\n');
  const wallClock = (iso: string): string => iso.slice(0, 16);

  describe('days, as their makers write them', () => {
    test('Open-Meteo: what stands above the table, and the highest and lowest of a day', () => {
      const text = `latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation
40.738136,-74.04254,27.0,-14400,America/New_York,GMT-4

time,temperature_2m_max (°C),temperature_2m_min (°C),precipitation_sum (mm)
2025-10-08,21.8,14.5,5.40
2025-10-09,15.1,8.5,0.00
`;
      expect(read(text)).toEqual({
        ok: true,
        days: { '2025-10-08': 182, '2025-10-09': 118 },
        leftOut: 0,
        ahead: 0,
        columns: ['temperature_2m_min (°C)', 'temperature_2m_max (°C)'],
        unit: 'celsius',
        isUnitTold: true,
      });
    });

    test('Meteostat: the mean, or the middle of lowest and highest where there is none', () => {
      const text = `date,tavg,tmin,tmax,prcp,snow,wdir,wspd,wpgt,pres,tsun
2026-01-01,-3.4,-6.0,0.5,0.0,,230.0,9.7,,1021.4,
2026-01-02,,1.0,4.0,0.0,,230.0,9.7,,1021.4,
2026-01-03,,,4.0,0.0,,230.0,9.7,,1021.4,
`;
      expect(read(text)).toMatchObject({
        days: { '2026-01-01': -34, '2026-01-02': 25 },
        unit: 'celsius',
        isUnitTold: true,
      });
      expect(Object.keys(daysOf(text))).toHaveLength(2);
    });

    test('AEMET: decimal commas in quotes, and times of day that are no clock of the row', () => {
      const text = `"fecha","indicativo","nombre","provincia","altitud","tmed","prec","tmin","horatmin","tmax","horatmax"
"2025-04-28","6127X","ÁLORA","MALAGA","172","17,7","0,0","13,5","05:10","21,9","15:20"
"2025-04-29","6127X","ÁLORA","MALAGA","172","18,2","Ip","13,5","05:10","22,9","15:20"
`;
      expect(read(text)).toMatchObject({
        days: { '2025-04-28': 177, '2025-04-29': 182 },
        unit: 'celsius',
        isUnitTold: true,
      });
    });

    test('NOAA, GHCN-Daily: degrees of which kind the file does not say are asked for', () => {
      const text = `"STATION","NAME","DATE","TAVG","TMAX","TMIN"
"USW00014739","BOSTON, MA US","2026-01-01","","50","40"
"USW00014739","BOSTON, MA US","2026-01-02","41","50","40"
`;
      expect(read(text)).toMatchObject({ ok: false, fault: { code: 'unit-missing' } });
      expect(daysOf(text, { unit: 'fahrenheit' })).toEqual({ '2026-01-01': 72, '2026-01-02': 50 });
      expect(daysOf(text, { unit: 'tenths' })).toEqual({ '2026-01-01': 45, '2026-01-02': 41 });
      expect(read(text, { unit: 'fahrenheit' })).toMatchObject({ unit: 'fahrenheit', isUnitTold: false });
    });

    test('NOAA, GSOD: always °F, and 9999.9 is nothing', () => {
      const text = `STATION,DATE,TEMP,DEWP,SLP,STP,MAX,MIN
72509014739,2026-01-01,32.0,28.0,1013.0,1012.0,40.0,30.0
72509014739,2026-01-02,9999.9,28.0,1013.0,1012.0,40.0,30.0
72509014739,2026-01-03,50.0,28.0,1013.0,1012.0,60.0,40.0
`;
      expect(read(text)).toMatchObject({ days: { '2026-01-01': 0, '2026-01-03': 100 }, unit: 'fahrenheit' });
    });

    test('NOAA with units in its titles', () => {
      const text =
        'Date,TAVG (Degrees Fahrenheit),TMAX (Degrees Fahrenheit),TMIN (Degrees Fahrenheit)\n2026-01-01,41,50,32\n';
      expect(daysOf(text)).toEqual({ '2026-01-01': 50 });
    });

    test('Environment Canada: titles in words, beside degree days', () => {
      const text = `"Station Name","Date/Time","Year","Month","Day","Max Temp (°C)","Min Temp (°C)","Mean Temp (°C)","Heat Deg Days (°C)"
"VANCOUVER INTL A","2013-01-01","2013","01","01","4.1","-1.4","1.4","16.6"
"VANCOUVER INTL A","2013-01-02","2013","01","02","4.1","-1.2","1.5","16.5"
`;
      expect(daysOf(text)).toEqual({ '2013-01-01': 14, '2013-01-02': 15 });
    });

    test('semicolons, days first, decimal commas', () => {
      expect(daysOf('Fecha;Temperatura media (°C)\n28/02/2026;7,5\n01/03/2026;8,25\n')).toEqual({
        '2026-02-28': 75,
        '2026-03-01': 83,
      });
    });

    test('packed, and with a mark at its beginning', () => {
      const text = '\uFEFFdate,temp_c\n2026-01-01,5\n2026-01-02,6\n';
      expect(daysOf(text)).toEqual({ '2026-01-01': 50, '2026-01-02': 60 });
      expect(readTemperatureFile(gzipSync(text), madrid)).toEqual(read(text));
    });
  });

  describe('hours', () => {
    test('instants are of the day on which they are here, and hours in the night of the clocks count once', () => {
      // From local midnight on: the day has 25 hours, of which the first twelve are 0 °C and the others 10 °C.
      const text = `time,temperature\n${hours('2026-10-24T22:00:00Z', 25, (hour) => (hour < 12 ? 0 : 10))}`;
      expect(daysOf(text, { unit: 'celsius' })).toEqual({ '2026-10-25': 52 });
    });

    test('Open-Meteo: clock times at the offset that it names, whatever the season; days below the hours are another table', () => {
      const table = hours('2026-07-01T00:00:00Z', 48, (hour) => (hour < 24 ? 20 : 30), wallClock);
      const text = `latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation
40.38,-3.67,666.0,3600,Europe/Madrid,GMT+1

time,temperature_2m (°C),apparent_temperature (°C),dew_point_2m (°C)
${table.replaceAll(/$/gm, ',1,2')}

time,temperature_2m_mean (°C)
2026-07-01,99
`;
      // It is an hour later here in summer: the last hour of the day before is 20 °C.
      expect(daysOf(text)).toEqual({ '2026-07-01': 200, '2026-07-02': 296 });
    });

    test('clock times of the household, through the hour that is skipped', () => {
      const rows = hours(
        '2026-03-29T00:00:00Z',
        24,
        () => 8,
        (iso) => wallClock(iso).replace('T', ' '),
      );
      expect(daysOf(`Time,Temp (°C)\n${rows.replace(/2026-03-29 02.*\n/, '')}`)).toEqual({ '2026-03-29': 80 });
    });

    test('a day with less than three quarters of its hours is left out, and counted', () => {
      const text = `time,temp_f\n${hours('2026-01-01T23:00:00Z', 24 + 17, () => 50)}`;
      expect(read(text)).toMatchObject({ days: { '2026-01-02': 100 }, leftOut: 1, unit: 'fahrenheit' });
      expect(Object.keys(daysOf(text))).toHaveLength(1);
      const more = `time,temp_f\n${hours('2026-01-01T23:00:00Z', 24 + 18, () => 50)}`;
      expect(Object.keys(daysOf(more))).toHaveLength(2);
    });

    test('every three hours is enough; twice a day is not', () => {
      const every = (step: number) =>
        `time,temp_c\n${hours('2026-01-01T23:00:00Z', 96, (hour) => hour % 24)
          .split('\n')
          .filter((_, i) => i % step === 0)
          .join('\n')}`;
      expect(Object.keys(daysOf(every(3)))).toHaveLength(4);
      expect(daysOf(every(3))['2026-01-02']).toBe(105);
      expect(read(every(12))).toMatchObject({ ok: false, fault: { code: 'step-wrong', value: '12' } });
    });

    test('Home Assistant: an hour in which much was told counts as much as one in which little was', () => {
      const rows = Array.from({ length: 24 }, (_, hour) => {
        const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 23 + hour, minute)).toISOString();
        const times = hour < 12 ? [1] : [2, 9, 31, 44, 58];
        return times.map((minute) => `sensor.outdoor,${hour < 12 ? 0 : 10},${at(minute)}`).join('\n');
      }).join('\n');
      const text = `entity_id,state,last_changed\n${rows}\n`;
      expect(daysOf(text, { unit: 'celsius' })).toEqual({ '2026-01-02': 50 });
      expect(read(text.replace('sensor.outdoor,0', 'sensor.indoor,0'), { unit: 'celsius' })).toMatchObject({
        ok: false,
        fault: { code: 'places-several', value: 'sensor.indoor, sensor.outdoor' },
      });
    });

    test('Home Assistant’s statistics say their unit in a column', () => {
      const rows = Array.from(
        { length: 24 },
        (_, hour) => `sensor.outdoor\t°C\t26.01.2026 ${String(hour).padStart(2, '0')}:00\t1\t9\t${hour},5`,
      );
      expect(daysOf(`statistic_id\tunit\tstart\tmin\tmax\tmean\n${rows.join('\n')}\n`)).toEqual({ '2026-01-26': 120 });
    });

    test('a row a day with the instant at which it begins', () => {
      const text = 'time,temp_c\n2026-01-01T23:00:00Z,5\n2026-01-02T23:00:00Z,6\n2026-01-03T23:00:00Z,7\n';
      expect(daysOf(text)).toEqual({ '2026-01-02': 50, '2026-01-03': 60, '2026-01-04': 70 });
    });
  });

  test('what is not over is no measurement, and what was before 2000 is not needed', () => {
    const text = 'date,temp_c\n1999-12-31,1\n2026-11-20,2\n2026-11-21,3\n2026-11-22,4\n2026-11-23,5\n';
    expect(read(text)).toMatchObject({ days: { '2026-11-20': 20, '2026-11-21': 30 }, ahead: 2 });
  });

  describe('what cannot be read is refused, with its place', () => {
    test.each([
      ['nothing', '', 'file-empty', undefined],
      ['words', 'dear diary,it was cold\nand wet,indeed\n', 'time-missing', undefined],
      ['a table of something else', 'date,kWh\n2026-01-01,4\n', 'temperature-missing', undefined],
      ['no titles', '2026-01-01,4\n2026-01-02,5\n', 'temperature-missing', undefined],
      ['two that could be it', 'date,temp,temperature\n2026-01-01,4,5\n', 'temperature-several', undefined],
      ['two stations', 'STATION,date,temp_c\nA,2026-01-01,4\nB,2026-01-01,5\n', 'places-several', undefined],
      ['two temperatures of one day', 'date,temp_c\n2026-01-01,4\n2026-01-01,5\n', 'day-twice', 3],
      ['days that could be months', 'date,temp_c\n01/02/2026,4\n02/02/2026,5\n', 'dates-unclear', undefined],
      ['no unit', 'date,temp\n2026-01-01,4\n', 'unit-missing', undefined],
      ['a day that is none', 'date,temp_c\n2026-01-01,4\n2026-02-30,5\n2026-03-01,5\n', 'time-wrong', 3],
      ['a temperature that is none', 'date,temp_c\n2026-01-01,4\n2026-01-02,cold\n', 'temperature-wrong', 3],
      ['°F taken for °C', 'date,temp_c\n2026-01-01,4\n2026-01-02,68\n', 'temperature-impossible', 3],
      ['only what is to come', 'date,temp_c\n2026-11-22,4\n2026-11-23,4\n', 'days-none', undefined],
      ['a temperature of the ground', 'date,soil_temperature (°C)\n2026-01-01,4\n', 'temperature-missing', undefined],
    ])('%s', (_what, text, code, line) => {
      expect(read(text)).toMatchObject({ ok: false, fault: { code, ...(line && { line }) } });
    });

    test('a broken archive', () => {
      const packed = gzipSync('date,temp_c\n2026-01-01,4\n').subarray(0, 20);
      expect(readTemperatureFile(packed, madrid)).toMatchObject({ ok: false, fault: { code: 'file-unreadable' } });
    });
  });

  test('whatever the bytes, they are read or refused, never thrown at', () => {
    const some = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789-T:Z;,."\n °CF'), 'temp_c', 'date', '2026-01-0'),
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          some.map((text) => `date,temp_c\n${text}`),
          some,
        ),
        (text) => {
          expect(typeof read(text, { unit: 'celsius' }).ok).toBe('boolean');
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('day rows', () => {
  const read = (rows: string, timeZone = 'Europe/Madrid'): TemperatureFile =>
    readTemperatureFile(new TextEncoder().encode(`time,temp_c\n${rows}\n`), { timeZone, today: '2026-11-22' });
  const rowsOf = (...stamps: string[]): string => stamps.map((stamp, i) => `${stamp},${5 + i}`).join('\n');

  describe('a row for each day, with a clock time', () => {
    test.each(['00:00', '07:00', '12:00:00', '18:30', '23:59'])('%s is of the day that it names', (clock) => {
      const rows = rowsOf(`2026-01-01 ${clock}`, `2026-01-02 ${clock}`, `2026-01-03 ${clock}`);
      for (const timeZone of ['Europe/Madrid', 'Pacific/Auckland', 'America/Los_Angeles'])
        expect(read(rows, timeZone)).toMatchObject({
          days: { '2026-01-01': 50, '2026-01-02': 60, '2026-01-03': 70 },
          leftOut: 0,
        });
    });

    test.each([
      ['Z', '2026-01-01T23:00:00Z', '2026-01-02T23:00:00Z'],
      ['an offset', '2026-01-02T00:00:00+01:00', '2026-01-03T00:00:00+01:00'],
      ['seconds since 1970', String(Date.UTC(2026, 0, 1, 23) / 1000), String(Date.UTC(2026, 0, 2, 23) / 1000)],
    ])('as an instant, by %s, is of the day that begins there', (_what, first, second) => {
      expect(read(rowsOf(first, second))).toMatchObject({ days: { '2026-01-02': 50, '2026-01-03': 60 } });
    });
  });

  describe('an hour alone is no day', () => {
    const none = { ok: false, fault: { code: 'days-none' } };
    test.each([
      ['one row', rowsOf('2026-01-01 05:00')],
      ['one instant', rowsOf('2026-01-01T05:00:00Z')],
      ['one instant as a number', rowsOf(String(Date.UTC(2026, 0, 1, 5) / 1000))],
      ['the same hour twice', '2026-01-01 05:00,3\n2026-01-01 05:00,4'],
      ['the same hour twice, alike', '2026-01-01 05:00,3\n2026-01-01 05:00,3'],
    ])('%s', (_what, rows) => {
      expect(read(rows)).toMatchObject(none);
    });

    test('a day alone is one', () => {
      expect(read(rowsOf('2026-01-01'))).toMatchObject({ days: { '2026-01-01': 50 } });
    });
  });
});
