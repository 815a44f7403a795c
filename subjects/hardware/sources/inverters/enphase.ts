/**
 * Enphase's gateway (Envoy, IQ Gateway) as it answers in the home's network without a key: `/production.json`, energy in Wh since it was put up.
 * What the home consumes it reckons from others; it is not read.
 */
import {
  defined,
  defineSource,
  type DeviceMessage,
  type DeviceUpdate,
  type Fields,
  fieldsOf,
  isFields,
  numberOf,
  parseJson,
  type PollParser,
  type UnreadReason,
} from '../source.ts';

const source = 'enphase';
const path = '/production.json';

const createParser = (base: string): PollParser => {
  /** Which of its two counts was read first: the meter's, or the sum of the inverters. They differ, so it stays that one. */
  let counts: string | null = null;
  return {
    get device() {
      return counts === null ? null : deviceAt(base);
    },
    topics: [path],
    read: ({ topic, payload }) => {
      const all = topic === path ? countsIn(payload) : [];
      const one = all.find(({ type }) => counts === null || type === counts);
      if (one === undefined) return [];
      counts = String(one['type']);
      const device = deviceAt(base);
      return [
        { source, device, isOnline: true },
        defined<DeviceUpdate>({
          source,
          device,
          part: '',
          name: 'Solar',
          model: 'Enphase',
          utility: 'electricity',
          flow: 'produced',
          total: numberOf(one['whLifetime']),
          at: numberOf(one['readingTime']),
          power: numberOf(one['wNow']),
        }),
      ];
    },
    unread,
  };
};

export const enphase = defineSource({
  id: source,
  label: 'Enphase',
  reads: "the gateway's `/production.json`, where it answers without a key: what was produced",
  poll: { everyS: 60, createParser },
});

/** It does not say its number here: it is known by where it answers. */
const deviceAt = (base: string): string => base.replace(/^https?:\/\//, '');

/** What it has counted: its meter first. One that is not fitted is listed with zeros. */
function countsIn(payload: string): Fields[] {
  const { production } = fieldsOf(parseJson(payload));
  const all = Array.isArray(production) ? production.filter(isFields) : [];
  const fitted = all.filter(
    ({ activeCount, whLifetime }) => (numberOf(activeCount) ?? 0) > 0 && (numberOf(whLifetime) ?? 0) > 0,
  );
  const meter = fitted.filter(({ type, measurementType }) => type === 'eim' && measurementType === 'production');
  return [...meter, ...fitted.filter(({ type }) => type === 'inverters')];
}

function unread({ topic, payload }: DeviceMessage): UnreadReason | null {
  return topic === path && /whLifetime/.test(payload) ? 'not-understood' : null;
}
