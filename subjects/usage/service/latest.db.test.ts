import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { noonZone } from '#apps/service/testing/noon-zone.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { type LatestAnswer, latestAnswer, streamEvents, usageAnswer } from '../contract/usage.ts';
import { usedToday } from '../domain/home-meters.ts';
import { createReadUsage, usageRoutes } from './index.ts';
import { createReadLatest } from './read-latest.ts';

describe('latest', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.end());

  const ask = async (userId: string, household?: string): Promise<LatestAnswer> =>
    latestAnswer.parse(JSON.parse(await createReadLatest(stage.sql)(userId, household)));

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

    test('on the day of a move, rooms and home are what they are by the day', async () => {
      const zone = noonZone();
      const home = await stage.seed.home(zone);
      const mains = await home.device('Mains', 'whole_home', 'water');
      const tap = await home.device('Tap', 'kitchen', 'water');
      const now = Math.floor(Date.now() / 1000);
      const hours = [4, 3, 2, 1, 0].map((back, i) => ({ at: now - back * 3600, i }));
      await stage.send(
        home,
        hours.flatMap(({ at, i }) => [
          { meter: mains.key, at, value: i * 9_000 },
          { meter: tap.key, at, value: i * 2_000 },
        ]),
      );
      expect((await ask(home.userId)).moved).toBeUndefined();
      const since = new Date((now - 2 * 3600) * 1000).toISOString();
      await stage.seed.owner`insert into meter_parents (household_id, meter_id, parent_meter_id, since)
        values (${home.household}, ${tap.meterId}, ${mains.meterId}, ${since})`;
      await stage.seed.owner`insert into device_rooms (household_id, device_id, room, since)
        values (${home.household}, ${tap.deviceId}, 'garden', ${since})`;
      const { meters, moved } = await ask(home.userId);
      const rooms: Record<string, number> = {};
      const add = (room: string, used: number) => (rooms[room] = (rooms[room] ?? 0) + used);
      for (const meter of meters) {
        add(meter.room, meter.today);
        const above = meters.find(({ meterId }) => meterId === meter.parentMeterId);
        if (above) add(above.room, -meter.today);
      }
      for (const { room, used } of moved ?? []) add(room, used);
      const day = new Date().toLocaleDateString('en-CA', { timeZone: zone });
      const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
      const byDay = async (by: string) =>
        usageAnswer.parse(
          JSON.parse(await createReadUsage(stage.sql)(home.userId, { from: day, to: next, bucket: 'day', by })),
        ).rows;
      expect(rooms).toEqual(Object.fromEntries((await byDay('utility,room')).map(({ room, used }) => [room, used])));
      expect(usedToday({ meters, moved }, 'water', 0)).toBe((await byDay('utility'))[0]?.used);
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
});

describe('stream', () => {
  let stage: Stage;
  let origin: string;
  beforeAll(async () => {
    stage = await openStage();
    origin = await stage.http(usageRoutes).listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => stage.end());

  interface Heard {
    readonly event: string;
    readonly data: string;
  }

  /** Reads events until one is `wanted`; answers it. */
  type Listen = (wanted: (heard: Heard) => boolean) => Promise<Heard>;

  const open = async (
    home: SeededHome,
    lifetimeS = 3600,
    at = origin,
  ): Promise<{ listen: Listen; close: () => void }> => {
    const leaving = new AbortController();
    const response = await fetch(`${at}/api/v1/usage/stream`, {
      headers: await stage.session(home.userId, lifetimeS),
      signal: leaving.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const listen: Listen = async (wanted) => {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) {
          const { done, value } = await reader.read();
          if (done) throw new Error(`the stream ended; left over: ${text}`);
          text += value;
          continue;
        }
        const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        if (wanted({ event, data })) return { event, data };
      }
    };
    return { listen, close: () => leaving.abort() };
  };

  const latestOf = (heard: Heard): LatestAnswer => streamEvents.latest.parse(JSON.parse(heard.data));
  const isEnd = ({ event }: Heard): boolean => event === 'end';

  test('C7.16 an open page hears the latest values at once, and again within 2 s of a reading', async () => {
    const home = await stage.seed.home();
    const { key } = await home.device('Lamp', 'hall', 'electricity');
    const { listen, close } = await open(home);
    expect(latestOf(await listen(() => true)).meters[0]?.lastValue).toBeNull();
    for (const value of [1_000, 1_010]) {
      const sentAt = Date.now();
      await stage.send(home, [{ meter: key, at: Math.floor(sentAt / 1000) + value - 1_000, value }]);
      await listen((heard) => latestOf(heard).meters[0]?.lastValue === value);
      expect(Date.now() - sentAt).toBeLessThan(2_000);
    }
    close();
  });

  test('C1.1 it ends with `forbidden` when the person is put out of the household, and does not tell of others', async () => {
    const home = await stage.seed.home();
    const { key } = await home.device('Lamp', 'hall', 'electricity');
    const { listen } = await open(home);
    await listen(({ event }) => event === 'latest');
    await home.abandon();
    await stage.send(home, [{ meter: key, at: Math.floor(Date.now() / 1000), value: 1 }]);
    // What was on its way before may still come; the reading does not.
    const told: unknown[] = [];
    const end = await listen((heard) => {
      told.push(...(heard.event === 'latest' ? latestOf(heard).meters.map(({ lastValue }) => lastValue) : []));
      return isEnd(heard);
    });
    expect([JSON.parse(end.data), told.includes(1)]).toEqual([{ code: 'forbidden' }, false]);
  });

  test('C4.1 it ends with `not-authenticated` when the session does', async () => {
    const { listen } = await open(await stage.seed.home(), 2);
    expect(JSON.parse((await listen(isEnd)).data)).toEqual({ code: 'not-authenticated' });
  });

  test('C7.5 it ends with `not-authenticated` within half a minute of a sign-out elsewhere', async () => {
    let isLive = true;
    const authenticate: Stage['authenticate'] = async (request) => {
      if (!isLive) throw new ProblemError('not-authenticated');
      return stage.authenticate(request);
    };
    const app = stage.http((http, deps) => usageRoutes(http, { ...deps, authenticate }));
    const at = await app.listen({ host: '127.0.0.1', port: 0 });
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      const { listen } = await open(await stage.seed.home(), 3600, at);
      await listen(({ event }) => event === 'latest');
      isLive = false;
      vi.advanceTimersByTime(30_000);
      expect(JSON.parse((await listen(isEnd)).data)).toEqual({ code: 'not-authenticated' });
    } finally {
      vi.useRealTimers();
    }
  });

  test('C7.5 it goes on while it cannot be told whether the session lives', async () => {
    let asked = 0;
    const authenticate: Stage['authenticate'] = async (request) => {
      asked += 1;
      if (asked > 1) throw new ProblemError('identity-unavailable');
      return stage.authenticate(request);
    };
    const app = stage.http((http, deps) => usageRoutes(http, { ...deps, authenticate }));
    const at = await app.listen({ host: '127.0.0.1', port: 0 });
    const home = await stage.seed.home();
    const { key } = await home.device('Lamp', 'hall', 'electricity');
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      const { listen, close } = await open(home, 3600, at);
      await listen(({ event }) => event === 'latest');
      vi.advanceTimersByTime(30_000);
      expect(asked).toBe(2);
      await stage.send(home, [{ meter: key, at: Math.floor(Date.now() / 1000), value: 1 }]);
      expect((await listen(({ event }) => event !== '')).event).toBe('latest');
      close();
    } finally {
      vi.useRealTimers();
    }
  });

  test('C8.2 without a session it is refused with the words of the contract', async () => {
    const response = await fetch(`${origin}/api/v1/usage/stream`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'not-authenticated', detail: 'Not authenticated' });
  });

  test('a person holds at most ten streams, and gets the place of one that closed', async () => {
    const home = await stage.seed.home();
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(home)));
    const headers = await stage.session(home.userId);
    const status = async () => {
      const leaving = new AbortController();
      const answer = await fetch(`${origin}/api/v1/usage/stream`, { headers, signal: leaving.signal });
      leaving.abort();
      return answer.status;
    };
    expect(await status()).toBe(429);
    streams.pop()?.close();
    await expect.poll(status).toBe(200);
    for (const { close } of streams) close();
  });

  test('it ends with `stopping` when the service stops', async () => {
    const { listen } = await open(await stage.seed.home());
    await listen(({ event }) => event === 'latest');
    stage.stopping.abort();
    expect(JSON.parse((await listen(isEnd)).data)).toEqual({ code: 'stopping' });
  });
});
