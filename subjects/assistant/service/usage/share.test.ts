import { describe, expect, test } from 'vitest';
import type { AskedPart, AskedPeriod, Intent } from '../intent.ts';
import { heater } from '../money/testing-money-facts.ts';
import { asks } from '../money/testing-money.ts';
import { replyToIntent, assistantTools } from '../topics.ts';
import { all, days, fakeAsking, hours, inEach, reply, steady, words, yesterday } from './testing-use.ts';

const share = (part: AskedPart, of: 'use' | 'cost' = 'use', period: AskedPeriod = yesterday): Intent => ({
  about: 'share',
  part,
  period,
  of,
});
const kitchen = { ...all, room: 'kitchen' };

describe('what share of the use', () => {
  test('of a room, each utility by itself, with a link to both figures', async () => {
    expect(await inEach(share(kitchen))).toEqual({
      en: 'Yesterday (21 November 2026), the kitchen used [2.40 kWh] of electricity: **91%** of your home’s [2.64 kWh]. The kitchen used [120 L] of water: **100%** of your home’s [120 L].',
      es: 'Ayer (21 de noviembre de 2026), la cocina: [2,40 kWh] de electricidad, el **91 %** de los [2,64 kWh] de tu hogar. La cocina: [120 L] de agua, el **100 %** de los [120 L] de tu hogar.',
      hi: 'कल (21 नवंबर 2026), रसोई की बिजली की खपत [2.40 kWh] रही: आपके घर के [2.64 kWh] का **91%**। रसोई की पानी की खपत [120 L] रही: आपके घर के [120 L] का **100%**।',
    });
    const { text } = await reply(share({ ...kitchen, utility: 'electricity' }));
    expect(text).toContain('(/analytics?period=day&at=2026-11-21&utility=electricity&room=kitchen)');
    expect(text).toContain('(/analytics?period=day&at=2026-11-21&utility=electricity)');
  });

  test('of a meter with others behind it all that passed it; of the home its rooms, which make the whole', async () => {
    expect(await words(share({ ...all, device: 'main' }))).toContain(
      '[2.64 kWh] of electricity passed Main meter, with the meters behind it: **100%**',
    );
    expect(await words(share({ ...all, utility: 'electricity' }))).toBe(
      'Yesterday (21 November 2026), electricity by room: Kitchen 2.40 kWh (91%) and unmetered 0.24 kWh (9%). In total, [2.64 kWh].',
    );
  });

  test('what is small is told to two decimals; of nothing there is no share; estimates are told', async () => {
    const small = { hours: [...hours, ...steady('2026-11-21', 'lamp', 1, 1)] };
    expect(await words(share({ ...all, device: 'lamp' }), small)).toContain('**0.04%**');
    const idle = { hours: steady('2026-11-21', 'tap', 0) };
    expect(await words(share({ ...kitchen, utility: 'water' }), idle)).toContain('nothing has a share of it');
    const guessed = { hours: steady('2026-11-21', 'tap', 100).map((hour) => ({ ...hour, estimated: 50 })) };
    expect(await words(share({ ...kitchen, utility: 'water' }), guessed)).toContain('50% of the water is estimated');
    expect(await words(share({ ...kitchen, utility: 'water' }, 'use', days('2026-09-01', '2026-09-01')))).toContain(
      'Nothing was measured',
    );
  });

  test('hours that are named are counted', async () => {
    const evening = { ...yesterday, hours: { from: 18, to: 22 } };
    expect(await words(share({ ...kitchen, utility: 'electricity' }, 'use', evening))).toContain(
      'between 18:00 and 22:00, the kitchen used [0.40 kWh] of electricity: **91%** of your home’s [0.44 kWh]',
    );
  });
});

describe('what share of the costs', () => {
  const october = days('2026-10-01', '2026-10-07');
  const cost = async (part: AskedPart, period = october) => {
    const { text } = await replyToIntent(asks(), share(part, 'cost', period));
    return text.replace(/\]\([^)]*\)/g, ']').replaceAll('\u00a0', ' ');
  };

  test('of a device, a room and a utility, of the use of some days', async () => {
    expect(await cost({ ...all, device: heater })).toMatch(
      /, Water \\\*heater\\\* cost \[€8\.20\]: \*\*54%\*\* of \[€15\.30\]\./,
    );
    expect(await cost({ ...all, room: 'bathroom' })).toContain('[€8.20]: **54%** of [€15.30]');
    expect(await cost({ ...all, utility: 'water' })).toContain('Water cost [€3.00]: **20%** of [€15.30]');
    expect(await cost({ utility: 'electricity', room: null, device: heater })).toContain(
      '[€5.20]: **42%** of the [€12.30] that electricity cost.',
    );
    expect(await cost(all)).toContain('costs by room:');
    expect(await cost({ ...all, room: 'garden' })).toContain('there is no cost of the garden');
  });

  test('where nobody named a time, of the open billing cycle, with what is fixed in it', async () => {
    const text = await cost({ ...all, device: heater }, { ...october, isAssumed: true });
    expect(text).toMatch(/^So far in this billing period \(.*\), Water .* cost \[€.*\]: \*\*\d+%\*\* of \[€/);
    expect(text).toContain('of standing charges, which no usage causes');
  });
});

test('a program is told the same', async () => {
  const tool = assistantTools.find(({ name }) => name === 'share');
  const told = await tool?.run(fakeAsking({ hours }), {
    from: '2026-11-21',
    until: '2026-11-21',
    of: 'use',
    room: 'kitchen',
    utility: 'electricity',
  });
  expect(told?.facts).toMatchObject({ electricity: { share: '90.9%', used: { kWh: 2.4 }, home: { kWh: 2.64 } } });
  const cost = await tool?.run(asks(), { from: '2026-10-01', until: '2026-10-07', of: 'cost', device: heater });
  expect(cost?.facts).toMatchObject({ share: '53.6%', cost: { EUR: '8.20' }, all_costs_of_use: { EUR: '15.30' } });
});
