/** How a device is asked, by what it speaks: at one address, for a while, up to a size. What goes wrong is one of the faults that its household is told. */
import { capped } from '#kernel/http/capped-fetch.ts';
import type { Source } from '../../sources/index.ts';
import { openModbus } from './modbus.ts';
import { openPinned, type PolledKeys } from './pinned-https.ts';
import { type AskDevice, isJsonObject, PollFault } from './poll-fault.ts';
import { openSpeedwire } from './speedwire.ts';

const answerMs = 5_000;
const maxBytes = 64 * 1024;

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

type By = NonNullable<NonNullable<Source['poll']>['by']>;

const openers: Record<By, (address: string, stopping: AbortSignal, keys: PolledKeys) => AskDevice> = {
  http: (address, stopping) => ({
    ask: (path, init) => askByHttp(`http://${address}${path}`, stopping, init),
    rest: () => {},
    close: () => {},
  }),
  https: openPinned,
  modbus: openModbus,
  speedwire: openSpeedwire,
};

export const openDevice = (by: By, address: string, stopping: AbortSignal, keys: PolledKeys): AskDevice =>
  openers[by](address, stopping, keys);
