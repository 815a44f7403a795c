import { type LatestAnswer, latestAnswer } from '../contract/usage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createReadLatest } from './read-latest.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.end());

const ask = async (userId: string, household?: string): Promise<LatestAnswer> =>
  latestAnswer.parse(JSON.parse(await createReadLatest(stage.sql)(userId, household)));

/** A zone in which it is about noon now, so that the last hours are today whenever the test runs. */
const noonZone = (): string => {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
};

describe('C7.15 latest values', () => {
  test('rates in W and L/min, the value and time last seen, today with the quarter-hour that is filling', async () => {
    const home = await stage.seed.home(noonZone());
    const lamp = await home.device('Lamp', 'hall', 'electricity');
    const tap = await home.device('Tap', 'kitchen', 'water');
    await home.device('Silent', 'garden', 'water');
    const now = Math.floor(Date.now() / 1000);
    await stage.send(home, [
      { meter: lamp.key, at: now - 86_400 * 2, value: 0 },
      { meter: lamp.key, at: now - 7_200, value: 50_000 },
      { meter: lamp.key, at: now - 3_600, value: 50_900 },
      { meter: lamp.key, at: now - 60, value: 52_000 },
      { meter: lamp.key, at: now, value: 52_005 },
      { meter: lamp.key, at: now + 1, value: 999_999_999 },
      { meter: tap.key, at: now - 120, spanS: 120, value: 18_000 },
    ]);
    const { meters, origin, timeZone } = await ask(home.userId);
    expect({ origin, timeZone }).toEqual({ origin: 'measured', timeZone: noonZone() });
    const of = (key: string) => meters.find((meter) => meter.key === key);
    expect(of(lamp.key)).toMatchObject({
      room: 'hall',
      lastValue: 52_005,
      rate: 300,
      quarantined: 1,
      parentMeterId: null,
    });
    expect(Date.parse(of(lamp.key)?.lastAt ?? '') / 1000).toBe(now);
    // Of the long silence, the part since midnight; then 900, 1,100 and 5.
    expect(of(lamp.key)?.today).toBeGreaterThanOrEqual(2_005);
    expect(of(lamp.key)?.today).toBeLessThan(52_005);
    expect(of(tap.key)).toMatchObject({ rate: 9, today: 18_000, quarantined: 0 });
    expect(of('garden-water')).toMatchObject({ lastAt: null, lastValue: null, rate: null, today: 0 });
  });

  test('a meter’s own figures include those inside it, and it is told what contains it', async () => {
    const home = await stage.seed.home(noonZone());
    const mains = await home.device('Mains', 'whole_home', 'water');
    const tap = await home.device('Tap', 'kitchen', 'water');
    await stage.seed.owner`update meters set parent_meter_id = ${mains.meterId} where id = ${tap.meterId}`;
    const now = Math.floor(Date.now() / 1000);
    await stage.send(
      home,
      [mains, tap].flatMap(({ key }) => [
        { meter: key, at: now - 60, value: 0 },
        { meter: key, at: now, value: 700 },
      ]),
    );
    const { meters } = await ask(home.userId);
    expect(meters.map((meter) => [meter.today, meter.parentMeterId])).toEqual([
      [700, null],
      [700, String(mains.meterId)],
    ]);
  });

  test('C1.1 another household’s are forbidden; without a reading the origin is none', async () => {
    const home = await stage.seed.home();
    const stranger = await stage.seed.home();
    expect(await ask(home.userId)).toMatchObject({ household: home.household, origin: 'none', meters: [] });
    await expect(ask(stranger.userId, home.household)).rejects.toMatchObject({ code: 'forbidden' });
    await stranger.abandon();
    await expect(ask(stranger.userId)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('a device that moves, a meter that gets another name, a reading thrown away: the next answer says so', async () => {
    const home = await stage.seed.home(noonZone());
    const lamp = await home.device('Lamp', 'hall', 'electricity');
    const now = Math.floor(Date.now() / 1000);
    await stage.send(home, [
      { meter: lamp.key, at: now - 60, value: 0 },
      { meter: lamp.key, at: now - 30, value: 900_000_000 },
    ]);
    expect((await ask(home.userId)).meters[0]).toMatchObject({ key: lamp.key, room: 'hall', quarantined: 1 });
    await stage.seed.owner`update connected_devices set room = 'loft "2"' where id = ${lamp.deviceId}`;
    await stage.seed.owner`update meters set key = 'loft-lamp' where id = ${lamp.meterId}`;
    await stage.seed.owner`delete from quarantined_readings where meter_id = ${lamp.meterId}`;
    expect((await ask(home.userId)).meters[0]).toMatchObject({ key: 'loft-lamp', room: 'loft "2"', quarantined: 0 });
    expect((await ask(home.userId)).origin).toBe('measured');
    await stage.seed.owner`delete from connected_devices where id = ${lamp.deviceId}`;
    expect(await ask(home.userId)).toMatchObject({ origin: 'none', meters: [] });
  });

  test('C1.1 many who ask at once are answered each for themselves, and one who may not spoils nothing', async () => {
    const homes = await Promise.all(Array.from({ length: 12 }, () => stage.seed.home()));
    const readLatest = createReadLatest(stage.sql);
    const answers = await Promise.allSettled(
      homes.map(({ userId, household }, i) =>
        readLatest(i % 4 === 3 ? (homes[0]?.userId as string) : userId, household),
      ),
    );
    const expected = homes.map(({ household }, i) => (i % 4 === 3 ? 'forbidden' : household));
    const got = answers.map((one) =>
      one.status === 'fulfilled' ? latestAnswer.parse(JSON.parse(one.value)).household : one.reason.code,
    );
    expect(got).toEqual(expected);
  });
});
