import { randomUUID } from 'node:crypto';
import type { Utility } from '#catalogue/index.ts';
import type { Page } from '@playwright/test';

export interface Member {
  userId: string;
  householdId: string;
  session: Record<string, unknown>;
  /** Asks the service or the table API as this person. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

export interface DeviceOfMember {
  id: string;
  key: string;
}

/**
 * Signs somebody up by the same call that the page makes, without the page. Their home has its place and they are past the first steps, unless
 * that is `not-said`.
 */
export async function newMember(
  baseURL: string | undefined,
  email = `${randomUUID()}@example.com`,
  password = `long-${randomUUID()}`,
  place: 'utc' | 'not-said' = 'utc',
): Promise<Member> {
  const { anonKey, backend } = await backendOf(baseURL);
  const answer = await fetch(`${backend}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const session = (await answer.json()) as OpenSession;
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${JSON.stringify(session)}`);
  return asMember(baseURL, session, place);
}

interface OpenSession extends Record<string, unknown> {
  access_token: string;
  user: { id: string };
}

/** The person whose session it is. */
export async function asMember(
  baseURL: string | undefined,
  session: OpenSession,
  place: 'utc' | 'not-said' = 'utc',
): Promise<Member> {
  const { anonKey, backend } = await backendOf(baseURL);
  const ask: Member['ask'] = (method, path, body, headers) =>
    fetch(`${path.startsWith('/api/') ? baseURL : backend}${path}`, {
      method,
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${session.access_token}`,
        prefer: 'return=representation',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const households = (await (await ask('GET', '/rest/v1/households?select=id')).json()) as { id: string }[];
  const householdId = households[0]?.id ?? '';
  if (place === 'utc') {
    await ask('PATCH', `/rest/v1/households?id=eq.${householdId}`, { time_zone_chosen: true });
    await ask('PATCH', `/rest/v1/profiles?user_id=eq.${session.user.id}`, { skips_first_steps: true });
  }
  return { userId: session.user.id, householdId, session, ask };
}

async function backendOf(baseURL: string | undefined) {
  const config = await fetch(`${baseURL}/api/v1/web-config`);
  const { anonKey, backendUrl } = (await config.json()) as { anonKey: string; backendUrl: string };
  // Empty: the backend is in the service.
  return { anonKey, backend: backendUrl || baseURL };
}

/** A guest of the demo household. */
export async function newGuest(baseURL: string | undefined): Promise<Member> {
  const config = await fetch(`${baseURL}/api/v1/web-config`);
  const { guestDomain } = (await config.json()) as { guestDomain: string };
  return newMember(baseURL, `${randomUUID()}@${guestDomain}`);
}

/** The page opens with this person signed in, as after an earlier visit. */
export async function enter(page: Page, { session }: Member): Promise<void> {
  const stored = JSON.stringify(JSON.stringify(session));
  await page.addInitScript(
    `localStorage.getItem('wattershed-session') ?? localStorage.setItem('wattershed-session', ${stored});`,
  );
}

/** What stands after `#` where a mail's link has led back to the page. */
export function linkHash(session: Member['session']): string {
  const given = ['access_token', 'refresh_token', 'expires_in'].map((name) => [name, String(session[name])]);
  return `#${new URLSearchParams(Object.fromEntries([...given, ['token_type', 'bearer'], ['type', 'signup']]))}`;
}

export async function addDevice(member: Member, name: string, room: string, utility: Utility): Promise<DeviceOfMember> {
  const added = await member.ask('POST', '/rest/v1/connected_devices', { name, room, utility, user_id: member.userId });
  const [device] = (await added.json()) as { id: string }[];
  if (device === undefined) throw new Error(`the device was not added: ${added.status}`);
  const meters = (await (await member.ask('GET', `/rest/v1/meters?device_id=eq.${device.id}&select=key`)).json()) as {
    key: string;
  }[];
  return { id: device.id, key: meters[0]?.key ?? '' };
}

export async function newToken(member: Member): Promise<string> {
  const answer = await member.ask('POST', '/api/v1/tokens', { name: 'journey' });
  return ((await answer.json()) as { token: string }).token;
}

export interface SentReading {
  meter: string;
  value: number;
  secondsAgo: number;
}

/** Sends counter values as hardware does. */
export async function send(baseURL: string | undefined, token: string, readings: SentReading[]): Promise<Response> {
  const body = readings.map(({ meter, value, secondsAgo }) => ({
    meter,
    value,
    at: new Date(Date.now() - secondsAgo * 1000).toISOString(),
  }));
  return fetch(`${baseURL}/api/v1/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: body }),
  });
}

/** The same amount in each hour between two instants. */
export function everyHour(from: number, to: number, value: number): { from: Date; value: number }[] {
  return Array.from({ length: (to - from) / 3_600_000 }, (_, i) => ({ from: new Date(from + i * 3_600_000), value }));
}

/** Sends amounts over an hour each, in the base unit, as hardware without a counter does. */
export async function sendHours(
  baseURL: string | undefined,
  token: string,
  meter: string,
  hours: { from: Date; value: number }[],
): Promise<void> {
  const readings = hours.map(({ from, value }) => ({
    meter,
    from: from.toISOString(),
    to: new Date(from.getTime() + 3_600_000).toISOString(),
    value,
  }));
  const answer = await fetch(`${baseURL}/api/v1/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  });
  const said = (await answer.json()) as { accepted?: number };
  if (said.accepted !== readings.length) throw new Error(`readings were not taken: ${JSON.stringify(said)}`);
}

/** A tariff of one rate for a kWh, since long. */
export async function enterTariff(member: Member, utility: Utility, rate: string): Promise<void> {
  const charges = [{ id: 'use', kind: 'use', rate }];
  const plan = { name: `${rate} for a kWh`, utility, currency: 'EUR', unit: 'kWh', charges };
  const { status } = await member.ask('POST', '/api/v1/tariffs', {
    household: member.householdId,
    validFrom: '2020-01-01',
    tariffs: [{ plan }],
  });
  if (status !== 201) throw new Error(`the tariff was not taken: ${status}`);
}
