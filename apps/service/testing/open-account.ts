/** Somebody with a home, at a service with its own sign-in, as a program makes them. */
import type { WebConfig } from '#catalogue/web-config.ts';
import type { CreatedToken } from '#subjects/identity/contract/tokens.ts';
import { askJson } from './durable-service.ts';

export interface Home {
  household: string;
  session: Record<string, string>;
  token: string;
  device(name: string): Promise<{ id: number; key: string }>;
}

export const openAccount = async (service: { readonly origin: string }, email: string): Promise<Home> => {
  const { anonKey } = await askJson<WebConfig>(`${service.origin}/api/v1/web-config`, {});
  const account = { email, password: 'correct horse' };
  const signedUp = await askJson<{ access_token: string; user: { id: string } }>(
    `${service.origin}/auth/v1/signup`,
    { apikey: anonKey },
    account,
  );
  const session = { apikey: anonKey, authorization: `Bearer ${signedUp.access_token}` };
  const { token } = await askJson<CreatedToken>(`${service.origin}/api/v1/tokens`, session, {});
  const device = async (name: string) => {
    const added = { user_id: signedUp.user.id, name, room: 'hall', utility: 'electricity' };
    await askJson(`${service.origin}/rest/v1/connected_devices`, session, added);
    const select = `select=id,key,connected_devices!inner(name)&connected_devices.name=eq.${name}`;
    const [meter] = await askJson<{ id: number; key: string }[]>(`${service.origin}/rest/v1/meters?${select}`, session);
    return meter as { id: number; key: string };
  };
  const [home] = await askJson<{ id: string }[]>(`${service.origin}/rest/v1/households?select=id`, session);
  return { household: home?.id ?? '', session, token, device };
};
