import { describe, expect, test } from 'vitest';
import { always, notesOf, table } from './testing-rates.ts';

describe('a note', () => {
  const two = { energyratestructure: [[{ rate: 1 }], [{ rate: 2 }]] };
  test.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ coincidentratestructure: [[{ rate: 3 }]], coincidentrateunit: 'kW' }, ['left-out coincidentratestructure']],
    [{ coincidentratestructure: [[{ rate: 0 }]], demandreactivepowercharge: '0', annualmincharge: 0 }, []],
    [
      { demandreactivepowercharge: 0.4, fixedchargeeaaddl: 2 },
      ['left-out demandreactivepowercharge 0.4', 'left-out fixedchargeeaaddl 2'],
    ],
    [{ somethingnew: 1, servicetype: 'Delivery' }, ['left-out somethingnew 1', 'left-out servicetype Delivery']],
    [{ energyratestructure: [[{ rate: 1, sell: 0.5 }]] }, ['left-out energyratestructure.0.0.sell 0.5']],
    [
      { energyratestructure: [[{ max: 9 }]] },
      ['assumed price-zero energyratestructure.0.0', 'assumed last-tier-open energyratestructure.0.0.max 9'],
    ],
    [
      { energyratestructure: [[{ rate: 0.12345678949 }]] },
      ['assumed decimals-rounded energyratestructure.0.0 0.123456789'],
    ],
    [{ flatdemandstructure: [[{ rate: 1 }]], flatdemandunit: 'kVA' }, ['left-out flatdemandstructure kVA']],
    [{ flatdemandstructure: [[{ max: 5, rate: 1 }, { rate: 2 }]] }, ['left-out flatdemandstructure.0.1 5']],
    [{ flatdemandstructure: [[{ rate: 1 }], [{ rate: 2 }]] }, ['left-out flatdemandstructure 1']],
    [
      { flatdemandstructure: [[{ rate: 1 }]], demandwindow: 5 },
      ['assumed demand-unit flatdemandunit kW', 'assumed demand-window demandwindow 5'],
    ],
    [{ demandratestructure: [[{ rate: 1 }], [{ rate: 2 }]] }, ['left-out demandratestructure 1']],
    [{ fixedchargefirstmeter: 3 }, ['assumed fixed-unit fixedchargeunits $/month']],
    [{ fixedchargefirstmeter: 3, fixedchargeunits: '$/kWh' }, ['left-out fixedchargefirstmeter 3 $/kWh']],
    [{ fixedchargefirstmeter: 3, fixedmonthlycharge: 4 }, ['left-out fixedchargefirstmeter 3']],
    [{ mincharge: -3, minchargeunits: '$/day' }, ['left-out mincharge -3 $/day']],
    [
      { mincharge: 3, minchargeunits: '$/year' },
      ['assumed minimum-of-all mincharge 3', 'assumed minimum-shared mincharge 3'],
    ],
    [{ startdate: 'soon', enddate: '2026-02-30' }, ['left-out startdate soon', 'left-out enddate 2026-02-30']],
    [{ startdate: '2026-02-02', enddate: '2026-02-01' }, ['left-out enddate 2026-02-01']],
    [{ enddate: '2026-02-01' }, ['assumed end-day-included enddate 2026-02-01']],
  ])('%j', (fields, notes) => {
    expect(notesOf(fields)).toEqual(notes);
  });

  test('of one schedule for all days, and of two with no word of holidays', () => {
    expect(notesOf({ ...two, energyweekdayschedule: always })).toEqual([
      'assumed one-schedule energyweekendschedule',
      'left-out energyratestructure.1 2',
    ]);
    expect(notesOf({ ...two, energyweekdayschedule: always, energyweekendschedule: table(() => 1) })).toEqual([
      'assumed holidays-as-weekdays energyweekdayschedule',
    ]);
  });
});
