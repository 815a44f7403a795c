/** One message by one way. Each says its id in the far side's own manner, so that the same one, sent again, is known there. */
import { NotAllowedError, type Outbound } from '#kernel/http/outbound.ts';
import type { Seal } from '#kernel/seal.ts';
import { webhookHeaders } from '#kernel/http/webhook.ts';
import type { WayFault } from '../../contract/notice-ways.ts';
import { type PushTarget, pushRequest } from './web-push.ts';
import type { readVapidKeys } from './web-push.ts';

export type WayTarget =
  | PushTarget
  | { readonly way: 'webhook'; readonly address: string; readonly secret: string }
  | { readonly way: 'ntfy'; readonly address: string; readonly token: string }
  | { readonly way: 'matrix'; readonly address: string; readonly room: string; readonly token: string };

export interface Message {
  /** The same each time it is sent. */
  readonly id: string;
  /** What it is about: a later one about the same replaces it. */
  readonly about: string;
  readonly type: 'notice.began' | 'notice.ended' | 'test';
  readonly at: Date;
  readonly language: string;
  readonly title: string;
  readonly text: string;
  readonly link: string;
  readonly isAlert: boolean;
  /** What a program is told beside the words. */
  readonly data: object;
}

export interface Senders {
  readonly seal: Pick<Seal, 'open'>;
  readonly outbound: { readonly push: Pick<Outbound, 'post'> | null; readonly address: Pick<Outbound, 'post'> | null };
  readonly vapid: () => ReturnType<typeof readVapidKeys>;
  readonly contact: () => string;
  readonly now: () => number;
}

type Request = { url: URL; method?: 'PUT'; headers: Record<string, string>; body: string | Uint8Array };

const json = { 'content-type': 'application/json' };
const bearer = (token: string) => (token === '' ? {} : { authorization: `Bearer ${token}` });
const trimmed = (address: string): string => address.replace(/\/+$/, '');

const requestFor = async (target: WayTarget, message: Message, senders: Senders): Promise<Request> => {
  const { id, about, type, at, language, title, text, link, isAlert, data } = message;
  switch (target.way) {
    case 'push': {
      // The form of Declarative Web Push: where a browser knows it, it shows it even without our service worker.
      const notification = { title, body: text, lang: language, navigate: link, tag: about, data: { id } };
      const payload = JSON.stringify({ web_push: 8030, notification });
      const push = { payload, topic: about.replaceAll('-', ''), isUrgent: isAlert };
      const made = await pushRequest(target, push, await senders.vapid(), senders.contact());
      return { url: new URL(target.endpoint), ...made };
    }
    case 'webhook': {
      const body = JSON.stringify({ type, timestamp: at.toISOString(), data: { ...data, title, text, link } });
      return {
        url: new URL(target.address),
        headers: webhookHeaders(target.secret, id, senders.now(), body),
        body,
      };
    }
    case 'ntfy': {
      const url = new URL(trimmed(target.address));
      const [topic = '', ...folders] = url.pathname.split('/').reverse();
      url.pathname = folders.reverse().join('/');
      const priority = isAlert ? 5 : 3;
      const body = { topic, title, message: text, click: link, priority, sequence_id: id };
      return { url, headers: { ...json, ...bearer(target.token) }, body: JSON.stringify(body) };
    }
    case 'matrix': {
      const room = encodeURIComponent(target.room);
      return {
        url: new URL(`${trimmed(target.address)}/_matrix/client/v3/rooms/${room}/send/m.room.message/${id}`),
        method: 'PUT',
        headers: { ...json, ...bearer(target.token) },
        body: JSON.stringify({ msgtype: 'm.text', body: `${title}\n${text}\n${link}` }),
      };
    }
  }
};

const faultOf = (way: WayTarget['way'], status: number): WayFault | null => {
  if (status >= 200 && status <= 299) return null;
  if (status === 404 || status === 410) return way === 'push' ? 'gone' : 'not-found';
  if (status === 401 || status === 403) return 'refused';
  return status >= 500 || status === 408 || status === 429 ? 'unreachable' : 'not-understood';
};

/** Answers why it was not taken; null: it was. Throws when we are ending: nobody knows then whether it arrived. */
export const sendMessage = async (
  sealed: string,
  message: Message,
  senders: Senders,
  stopping: AbortSignal,
): Promise<WayFault | null> => {
  const opened = senders.seal.open(sealed);
  if (opened === null) return 'secret-lost';
  const target = JSON.parse(opened) as WayTarget;
  const outbound = senders.outbound[target.way === 'push' ? 'push' : 'address'];
  if (outbound === null) return 'not-allowed';
  const { url, ...posted } = await requestFor(target, message, senders);
  try {
    return faultOf(target.way, await outbound.post(url, posted, stopping));
  } catch (error) {
    if (stopping.aborted) throw error;
    return error instanceof NotAllowedError ? 'not-allowed' : 'unreachable';
  }
};
