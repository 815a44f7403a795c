/** The ways by which a person is told of notices: set up, tried, and gone by. */
import { randomUUID } from 'node:crypto';
import { defaultLanguage, toLanguage } from '#catalogue/index.ts';
import { createOutbound, type Outbound } from '#kernel/http/outbound.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Serve } from '#kernel/http/serve.ts';
import { makeWebhookSecret } from '#kernel/http/webhook.ts';
import type { TakeAllowance } from '#kernel/http/client-address.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readUserAgent } from '#kernel/people/user-agent.ts';
import { createSeal, type Seal } from '#kernel/seal.ts';
import { textsIn } from '#kernel/texts.ts';
import {
  type AddedWay,
  type AddressedWay,
  addNoticeDevice,
  addNoticeWay,
  readNoticeWays,
  testNoticeWay,
} from '../../contract/notice-ways.ts';
import { type DeliveryDeps, deliverNotices } from './deliver-notices.ts';
import { sendMessage, type WayTarget } from './send-message.ts';
import { fingerprintOf, readVapidKeys } from './web-push.ts';

export { deliverNotices } from './deliver-notices.ts';

/** The push services of Chrome and what is made of it, Firefox, Safari, Edge: a browser chooses its own, and no person an address. */
const pushServices =
  /(?:^|\.)(?:fcm\.googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/;

/** To a browser's push service; to any other address only as far as `networks` go. */
const createPushOutbound = (networks: readonly string[] | undefined): Outbound => {
  const [known, others] = [createOutbound(['public']), createOutbound(networks ?? [])];
  const by = (url: URL) => (pushServices.test(url.hostname) ? known : others);
  return {
    allows: (url) => by(url).allows(url),
    post: (url, posted, stopping) => by(url).post(url, posted, stopping),
  };
};

export interface WayDeps extends Omit<DeliveryDeps, 'outbound' | 'seal'> {
  readonly seal: Seal;
  readonly outbound: { readonly push: Outbound | null; readonly address: Outbound | null };
}

export const createWayDeps = (
  kernel: Pick<Kernel, 'sql' | 'log' | 'now' | 'origin'>,
  { secret, networks, webPush, contact }: WaySettings,
): WayDeps => {
  const seal = createSeal('notice ways', secret);
  let keys: ReturnType<typeof readVapidKeys> | undefined;
  const vapid = () => {
    keys ??= readVapidKeys(kernel.sql, seal).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
  return {
    ...kernel,
    seal,
    vapid,
    contact: () => contact,
    outbound: {
      push: webPush ? createPushOutbound(networks) : null,
      address: networks === undefined ? null : createOutbound(networks),
    },
  };
};

export interface WaySettings {
  /** Not in the database. */
  readonly secret: string;
  readonly networks: readonly string[] | undefined;
  readonly webPush: boolean;
  /** Whom a push service writes to: `mailto:…`. */
  readonly contact: string;
}

const hourS = 3_600;
const added = { kind: 'notice-way', count: 30, seconds: hourS };
const tried = { kind: 'notice-way-test', count: 20, seconds: hourS };

const targetOf = (body: AddressedWay): WayTarget => {
  const { way, address } = body;
  if (way === 'webhook') return { way, address, secret: makeWebhookSecret() };
  if (way === 'ntfy') return { way, address, token: body.token ?? '' };
  return { way, address, room: body.room, token: body.token };
};

export interface WayRouteDeps extends WayDeps {
  readonly serve: Serve;
  readonly takeAllowance: TakeAllowance;
  readonly stopping: AbortSignal;
}

export const noticeWayRoutes = (deps: WayRouteDeps): void => {
  const { serve, sql, seal, outbound, vapid, takeAllowance: take, stopping } = deps;

  serve(readNoticeWays, async () => ({
    pushKey: outbound.push === null ? null : (await vapid()).publicKey,
    addresses: outbound.address !== null,
  }));

  const add = async (
    person: string,
    label: string,
    { url, target, fingerprint }: { url: URL | null; target: WayTarget; fingerprint: string | null },
  ): Promise<AddedWay> => {
    await take(added, person);
    const by = outbound[target.way === 'push' ? 'push' : 'address'];
    if (url === null || by === null || !by.allows(url)) throw new ProblemError('push-not-allowed');
    const sealed = seal.seal(JSON.stringify(target));
    const [row] = await sql<{ id: string | null }[]>`
      select private.save_notice_way(${person}, ${target.way}, ${label}, ${url.host}, ${sealed}, ${fingerprint}) as id`;
    if (!row?.id) throw new ProblemError('members-only');
    return { id: row.id, secret: target.way === 'webhook' ? target.secret : null };
  };
  const parsed = (address: string): URL | null => (URL.canParse(address) ? new URL(address) : null);

  serve(addNoticeWay, ({ person, body }) =>
    add(person.sub, body.label, { url: parsed(body.address), target: targetOf(body), fingerprint: null }),
  );

  serve(addNoticeDevice, ({ person, body: { endpoint, keys }, request }) => {
    const { browser, system } = readUserAgent(request.headers['user-agent'] ?? null);
    const label = [browser, system].filter((part) => part !== null).join(' · ') || parsed(endpoint)?.host || '';
    const target = { way: 'push', endpoint, keys } as const;
    return add(person.sub, label, { url: parsed(endpoint), target, fingerprint: fingerprintOf(endpoint) });
  });

  serve(testNoticeWay, async ({ person, params: { id } }) => {
    const [row] = await sql<{ way: string; sealed: string | null; language: string }[]>`
      select * from private.notice_way_of(${person.sub}, ${id})`;
    if (!row) throw new ProblemError('not-found');
    await take(tried, person.sub);
    if (row.sealed === null) return { fault: 'gone' };
    const language = toLanguage(row.language) ?? defaultLanguage;
    const say = textsIn(language, 'mails', 'test');
    const message = {
      id: randomUUID(),
      about: id,
      type: 'test' as const,
      at: new Date(deps.now()),
      language,
      title: say('title'),
      text: say('text'),
      link: `${deps.origin()}/profile#notifications`,
      isAlert: false,
      data: {},
    };
    const fault = await sendMessage(row.sealed, message, deps, stopping);
    await sql`select private.note_notice_way(${id}, ${fault}, ${new Date(deps.now()).toISOString()})`;
    return { fault };
  });
};

const deliverEveryMs = 5_000;

export const serveNoticeWays = (kernel: Kernel): void => {
  const { config, addressSecret, jobs, serve, takeAllowance, sql, stopping } = kernel;
  const deps = createWayDeps(kernel, {
    secret: addressSecret,
    networks: config.PUSH_NETWORKS,
    webPush: config.WEB_PUSH,
    contact: `mailto:${config.CONTACT_EMAIL}`,
  });
  noticeWayRoutes({ ...deps, serve, takeAllowance, stopping });
  if (deps.outbound.push === null && deps.outbound.address === null) return;
  jobs.add({ name: 'notice-ways', everyMs: deliverEveryMs, run: (signal) => deliverNotices(deps, signal) });
  jobs.add({
    name: 'gone-notice-ways',
    everyMs: 3_600_000,
    run: () => sql`select private.forget_gone_ways(now())`,
  });
};
