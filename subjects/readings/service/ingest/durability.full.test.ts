import type { WebConfig } from '#catalogue/web-config.ts';
import type { CreatedToken } from '#subjects/identity/contract/tokens.ts';
import type { UsageAnswer } from '#subjects/usage/contract/usage.ts';
import type { ReadingsAnswer } from '../../contract/readings.ts';
import { afterAll, expect, test } from 'vitest';
import { askJson, durableService, isBuilt } from '#apps/service/testing/durable-service.ts';

if (!isBuilt) console.log('durability: the service is not built (npm start does); skipped');

const kills = 20;
const service = durableService();
afterAll(() => service.end(), 60_000);

const rooms = ['kitchen', 'bathroom', 'bedroom', 'hall', 'garden', 'living-room'];
const first = Math.floor(Date.now() / 1000) - 60_000;

interface Sent {
  readonly meter: string;
  readonly at: string;
  readonly value: number;
}

/** Sends one reading after the other, again until it is taken; what was taken is remembered. */
const sendOn = async (token: string, meter: string, acknowledged: Sent[], stop: AbortSignal): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` };
  for (let i = acknowledged.filter((one) => one.meter === meter).length; !stop.aborted; i += 1) {
    const reading = { meter, at: new Date((first + i * 10) * 1000).toISOString(), value: 1_000 + i * 7 };
    let taken: ReadingsAnswer | null = null;
    while (!taken && !stop.aborted) {
      taken = await askJson<ReadingsAnswer>(`${service.origin}/api/v1/readings`, headers, {
        readings: [reading],
      }).catch(() => null);
    }
    if (!taken) return;
    expect(taken.accepted + taken.duplicate).toBe(1);
    acknowledged.push(reading);
  }
};

test.runIf(isBuilt)(
  'an acknowledged reading survives twenty kills of PostgreSQL and of the service',
  async () => {
    await service.start();
    const { anonKey } = await askJson<WebConfig>(`${service.origin}/api/v1/web-config`, {});
    const account = { email: 'ada@example.org', password: 'correct horse' };
    const signedUp = await askJson<{ access_token: string; user: { id: string } }>(
      `${service.origin}/auth/v1/signup`,
      { apikey: anonKey },
      account,
    );
    const session = { apikey: anonKey, authorization: `Bearer ${signedUp.access_token}` };
    for (const room of rooms) {
      const device = { user_id: signedUp.user.id, name: room, room, utility: 'water' };
      await askJson(`${service.origin}/rest/v1/connected_devices`, session, device);
    }
    const { token } = await askJson<CreatedToken>(`${service.origin}/api/v1/tokens`, session, {});
    const acknowledged: Sent[] = [];
    const stop = new AbortController();
    const grown = (by: number, since = acknowledged.length) =>
      expect.poll(() => acknowledged.length - since, { timeout: 60_000 }).toBeGreaterThan(by);
    const senders = rooms.map((room) => sendOn(token, `${room}-water`, acknowledged, stop.signal));

    for (let kill = 0; kill < kills; kill += 1) {
      await grown(Math.floor(Math.random() * 200));
      if (kill % 2 === 0) service.killPostgres();
      else {
        await service.killService();
        await service.start();
      }
    }
    await grown(200);
    stop.abort();
    await Promise.all(senders);

    const headers = { authorization: `Bearer ${token}` };
    const again = await askJson<ReadingsAnswer>(`${service.origin}/api/v1/readings`, headers, {
      readings: acknowledged,
    });
    expect(again).toEqual({ accepted: 0, duplicate: acknowledged.length, rejected: [] });
    const day = (offset: number) => new Date((first + offset * 86_400) * 1000).toISOString().slice(0, 10);
    const usage = await askJson<UsageAnswer>(
      `${service.origin}/api/v1/usage?from=${day(-1)}&to=${day(3)}&by=room`,
      session,
    );
    for (const room of rooms) {
      // A reading may have been written whose answer was lost with the connection.
      const steps = acknowledged.filter((one) => one.meter === `${room}-water`).length - 1;
      const used = usage.rows.filter((row) => row.room === room).reduce((sum, row) => sum + row.used, 0);
      expect([steps * 7, steps * 7 + 7]).toContain(used);
    }
  },
  600_000,
);
