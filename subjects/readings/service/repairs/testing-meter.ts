/** A meter whose readings are repaired, as the tests speak of it. */
import type { Utility } from '#catalogue/index.ts';
import {
  type MeterReadings,
  meterReadings,
  type RepairAnswer,
  type RepairWish,
  repairAnswer,
} from '../../contract/repairs.ts';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import type { SentByHand, Stage } from '#apps/service/testing/stage.ts';
import { closeDays } from '../ingest/index.ts';
import { bookedQuarters, countedAnew, usedOf } from './testing-quarters.ts';

export const noon = Date.UTC(2026, 4, 4, 12) / 1000;
export const day = 86_400;
export const iso = (at: number): string => new Date(at * 1000).toISOString();

/** A wish for the meter at hand. */
export type Wish = RepairWish extends infer Each ? (Each extends RepairWish ? Omit<Each, 'meter'> : never) : never;

/** A meter of a home in Madrid, and what a person does with it over HTTP. */
export const repairedMeter = async (stage: Stage, app: FastifyInstance, utility: Utility = 'electricity') => {
  const home = await stage.seed.home('Europe/Madrid');
  const { key, meterId } = await home.device('Main', 'hall', utility);
  const post = async (url: string, payload: object, person: Pick<SeededHome, 'userId'> = home) =>
    app.inject({ method: 'POST', url, payload, headers: await stage.session(person.userId) });
  return {
    home,
    key,
    meterId,
    post,
    send: (...readings: Omit<SentByHand, 'meter'>[]) =>
      stage.send(
        home,
        readings.map((one) => ({ ...one, meter: key })),
      ),
    ask: (wish: Partial<Wish>, preview = false, person?: SeededHome) =>
      post('/api/v1/repairs', { preview, wish: { ...wish, meter: meterId } }, person),
    repair: async (wish: Wish): Promise<RepairAnswer> => {
      const answer = await post('/api/v1/repairs', { wish: { ...wish, meter: meterId } });
      expect(answer.statusCode, answer.body).toBe(201);
      return repairAnswer.parse(answer.json());
    },
    undo: (id: string | null, person?: SeededHome) => post(`/api/v1/repairs/${id}/undo`, {}, person),
    readings: async (from: number, to: number): Promise<MeterReadings> => {
      const headers = await stage.session(home.userId);
      const query = { from: iso(from), to: iso(to) };
      return meterReadings.parse(
        (await app.inject({ url: `/api/v1/meters/${meterId}/readings`, query, headers })).json(),
      );
    },
    used: () => usedOf(stage, home.household, meterId),
    booked: () => bookedQuarters(stage, home.household, meterId),
    anew: () => countedAnew(stage, meterId),
    waiting: () => stage.seed.owner`select at, value from quarantined_readings where meter_id = ${meterId} order by at`,
    pack: () => closeDays(stage.sql, noon + 40 * day),
  };
};
