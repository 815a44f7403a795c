import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededHome } from '../../testing/seed.ts';
import { openStage, type Stage } from '../../testing/stage.ts';
import { createIngestTokens } from './ingest-tokens.ts';
import { radioRoutes, type ReadRadioMeter } from './radio-routes.ts';
import { createUnread } from './unread.ts';

/** Stands for the wire format, which is tested where it is read. */
const readMeter: ReadRadioMeter = (telegram) =>
  (telegram as { heard?: ReturnType<ReadRadioMeter> } | null)?.heard ?? null;

const doors = () => ({
  tokens: createIngestTokens(stage.sql, Date.now),
  unread: createUnread(stage.sql, Date.now),
});

let stage: Stage;
let app: FastifyInstance;
let home: SeededHome;
let tap: string;
beforeAll(async () => {
  stage = await openStage();
  app = stage.http((_, { serve }) =>
    radioRoutes(serve, { ingest: stage.ingest, ...doors(), readMeter, now: Date.now }),
  );
  home = await stage.seed.home();
  tap = (await home.device('Tap', 'kitchen', 'water')).key;
});
afterAll(() => stage.end());

const post = (payload: unknown, authorization = `Bearer ${home.token}`) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/wmbus',
    headers: { authorization, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });

test('one telegram or several go to the meters that bear their names', async () => {
  const heard = { meter: tap, at: 1_778_000_000, value: 6_408_000 };
  expect((await post({ heard })).json()).toEqual({ accepted: 1, duplicate: 0, rejected: [] });
  const later = { ...heard, at: null, value: 6_409_000 };
  expect((await post([{ heard }, {}, { heard: later }, { heard: { ...heard, meter: 'other' } }])).json()).toEqual({
    accepted: 1,
    duplicate: 1,
    rejected: [{ index: 2, code: 'unknown-meter' }],
  });
});

test('a time before meters told any, or a value beyond what one can count, is refused and not stored', async () => {
  const heard = { meter: tap, at: 1_778_000_100, value: 6_409_500 };
  const far = { ...heard, at: Date.parse('1111-11-11T11:11:11Z') / 1000 };
  const huge = { ...heard, value: 1e300 };
  expect((await post([{ heard: far }, { heard: huge }, { heard: { ...heard, value: -1 } }])).json()).toEqual({
    accepted: 0,
    duplicate: 0,
    rejected: [0, 1, 2].map((index) => ({ index, code: 'invalid-reading' })),
  });
});

test('what is none, and who has no token, is refused by name', async () => {
  for (const body of [{}, [], null, 'text'])
    expect((await post(body)).json()).toMatchObject({ code: 'body-malformed' });
  expect((await post({}, 'Basic x')).json()).toMatchObject({ code: 'token-invalid' });
});

test('a telegram of a meter that is none of ours is told by name and listed, beside those that are taken too', async () => {
  const heat = { media: 'heat', meter: 'kamheat', name: 'Boiler', total_energy_consumption_kwh: 5 };
  const answer = await post(heat);
  expect(answer.json()).toMatchObject({ code: 'nothing-read' });
  expect(answer.json<{ detail: string }>().detail).toContain('Boiler (kamheat, heat): total_energy_consumption_kwh');
  const heard = { meter: tap, at: 1_778_000_500, value: 6_410_000 };
  expect((await post([{ heard }, { ...heat, name: 'Floor' }])).json()).toMatchObject({ accepted: 1 });
  const listed = await stage.seed
    .owner`select place from unread_messages where household_id = ${home.household} order by place`;
  expect(listed).toEqual([{ place: 'Boiler' }, { place: 'Floor' }]);
});
