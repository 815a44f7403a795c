/** How a device is asked, by what it speaks: at one address, for a while, up to a size. What goes wrong is one of the faults that its household is told. */
import { capped } from '#kernel/http/capped-fetch.ts';
import type { Source } from '../sources/index.ts';
import { openModbus } from './modbus.ts';
import { type AskDevice, PollFault } from './poll-fault.ts';
import { openSpeedwire } from './speedwire.ts';

const answerMs = 5_000;
const maxBytes = 64 * 1024;

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
};

/** What the device answers: JSON, up to a size; it sends us nowhere else. */
const askByHttp = async (url: string, stopping: AbortSignal, init: RequestInit = {}): Promise<string> => {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(answerMs)]);
  try {
    const response = capped(await fetch(url, { ...init, redirect: 'manual', signal }), maxBytes);
    const text = await response.text();
    if ([401, 403].includes(response.status)) throw new PollFault('refused');
    if (response.status === 404) throw new PollFault('absent');
    if (!response.ok || !isJsonObject(text)) throw new PollFault('not-understood');
    return text;
  } catch (error) {
    throw error instanceof PollFault ? error : new PollFault('unreachable', error);
  }
};

const openers: Record<NonNullable<NonNullable<Source['poll']>['by']>, (at: string, stop: AbortSignal) => AskDevice> = {
  http: (address, stopping) => ({
    ask: (path, init) => askByHttp(`http://${address}${path}`, stopping, init),
    rest: () => {},
    close: () => {},
  }),
  modbus: openModbus,
  speedwire: openSpeedwire,
};

export const openDevice = (by: keyof typeof openers, address: string, stopping: AbortSignal): AskDevice =>
  openers[by](address, stopping);
