import { expect, test } from 'vitest';
import type { FlowsRow } from '#subjects/usage/contract/usage.ts';
import type { Intent } from '../intent.ts';
import { replyToIntent, assistantTools } from '../topics.ts';
import { fakeAsking, type FakeHome, inEach, steady, yesterday } from './testing-use.ts';

const part = (used: number, estimated = 0) => ({ used, estimated, imported: 0, coveredS: 900 });

const row: FlowsRow = {
  start: '2026-11-01',
  utility: 'electricity',
  used: 10_800,
  flows: {
    drawn: part(4000),
    returned: part(3000),
    produced: part(10_000, 1000),
    charged: part(2000),
    discharged: part(1800),
  },
  balance: { used: 10_800, drawn: 4000, produced: 10_000, stored: 2000, sentBack: 3000, wholeS: 86_400 },
};

const withRoof: FakeHome = {
  home: { flows: ['returned', 'produced', 'charged', 'discharged'] },
  flows: [row],
};
const asked = (ask: Intent<'flows'>['ask']): Intent => ({ about: 'flows', ask, period: yesterday });

test('what went back, what was made and how far it got are told in three languages', async () => {
  expect(await inEach(asked('returned'), withRoof)).toEqual({
    en: 'Yesterday (21 November 2026), [3.00 kWh] went back to the grid.',
    es: 'Ayer (21 de noviembre de 2026): [3,00 kWh] vertidos a la red.',
    hi: 'कल (21 नवंबर 2026) ग्रिड को [3.00 kWh] लौटी।',
  });
  const produced = await inEach(asked('produced'), withRoof);
  expect(produced.en).toBe(
    'Yesterday (21 November 2026), [10.0 kWh] was produced.\n\n_10% of the electricity is estimated: a meter sent no readings._',
  );
  const sufficiency = await inEach(asked('self-sufficiency'), withRoof);
  expect(sufficiency.en).toContain(
    '[63%] of your usage was not drawn from the grid: of [10.8 kWh] used, [4.00 kWh] was.',
  );
  expect(sufficiency.es).toContain('[63 %]');
  expect(sufficiency.hi).toContain('[63%]');
  expect((await inEach(asked('self-use'), withRoof)).en).toContain('[70%] of what you produced stayed at home');
});

test('without such a meter that is said, and never a zero', async () => {
  expect((await inEach(asked('returned'))).en).toMatch(/^No meter here counts what goes back to the grid\./);
  expect((await inEach(asked('self-sufficiency'))).es).toMatch(/^Aquí ningún contador mide lo que se produce/);
  expect((await inEach(asked('produced'), { home: { flows: ['returned'] } })).hi).toMatch(/^यहाँ कोई मीटर बनने वाली/);
  const nothing = await inEach(asked('produced'), { ...withRoof, flows: [] });
  expect(nothing.en).toBe('Nothing of that was measured yesterday (21 November 2026).');
});

test('its table names each flow, and a program is told the same', async () => {
  const { results } = await replyToIntent(fakeAsking(withRoof), asked('returned'));
  expect(results[0]?.table?.rows.map(([name]) => name)).toEqual([
    'From the grid',
    'Back to the grid',
    'Produced',
    'Into the battery',
    'Out of the battery',
  ]);
  const tool = assistantTools.find(({ name }) => name === 'flows');
  const dates = { from: '2026-11-21', until: '2026-11-21' };
  const told = await tool?.run(fakeAsking(withRoof), dates);
  expect(told?.facts).toMatchObject({
    produced: { said: '10.0\u00a0kWh', kWh: 10, estimated: '10%' },
    used: { kWh: 6.8 + 4 },
    self_use: '70%',
    self_sufficiency: '63%',
  });
  await expect(tool?.run(fakeAsking({}), dates)).rejects.toThrow('no meter of what is produced');
});

test('where the roof has no meter, use is told as a least, with what to do about it, and no share of it', async () => {
  const unseen: FakeHome = {
    home: { flows: ['returned'] },
    hours: steady('2026-11-21', 'main', 500).map((hour) => ({ ...hour, atLeast: true })),
    flows: [
      { ...row, used: 4000, atLeast: true, flows: { drawn: part(4000), returned: part(3000) }, balance: undefined },
    ],
  };
  const total: Intent = {
    about: 'usage',
    ask: 'total',
    part: { utility: 'electricity', room: null, device: null },
    period: yesterday,
  };
  const told = await inEach(total, unseen);
  expect(told.en).toContain('At least so much electricity: what is made here and used at once has no meter.');
  expect(told.es).toContain('como mínimo');
  expect(told.hi).toContain('कम से कम इतनी');
  const tools = Object.fromEntries(assistantTools.map((one) => [one.name, one]));
  const dates = { from: '2026-11-21', until: '2026-11-21' };
  const note = expect.stringContaining('at least');
  expect((await tools['usage']?.run(fakeAsking(unseen), dates))?.facts).toMatchObject({
    electricity: { kWh: 12, note },
  });
  expect((await tools['flows']?.run(fakeAsking(unseen), dates))?.facts).toMatchObject({ used: { kWh: 4, note } });
  const partly = { ...unseen, home: { flows: ['returned', 'produced'] as const } };
  expect((await inEach(asked('self-sufficiency'), partly)).en).toMatch(/^No meter here counts what is produced/);
});
