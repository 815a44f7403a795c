/**
 * Chargers of cars that speak OCPP, 1.6 or 2.0.1 by JSON (Open Charge Alliance): they open a WebSocket to us and tell what their meter shows. Only
 * that is taken of them: whoever plugs in may charge, as without us, and nothing is told to them.
 */
import {
  defined,
  defineSource,
  type DeviceUpdate,
  type Fields,
  fieldsOf,
  isFields,
  numberOf,
  parseJson,
  type Parser,
  textOf,
} from './source.ts';

const source = 'ocpp';
/** As they are offered at the handshake, the newest first. */
export const ocppVersions = ['ocpp2.0.1', 'ocpp1.6'] as const;

const register = 'Energy.Active.Import.Register';
const whOf: Readonly<Record<string, number>> = { Wh: 1, kWh: 1000 };
/** What a charger kept for itself for longer: the next counter has it all. */
const maxAgeS = 86_400;
const heartbeatS = 300;
const maxTransactions = 50;

const createParser = (device: string, now: () => number): Parser => {
  let model: string | undefined;
  /** By transaction, at which place of the charger it is: later events do not say. */
  const places = new Map<string, number>();
  let furthest = 1;

  const placeOf = ({ connectorId, evseId, evse, transactionId, transactionInfo }: Fields): number | undefined => {
    const named = numberOf(connectorId) ?? numberOf(evseId) ?? numberOf(fieldsOf(evse)['id']);
    const transaction = textOf(fieldsOf(transactionInfo)['transactionId']);
    if (named !== undefined) {
      furthest = Math.max(furthest, named);
      if (transaction !== undefined && places.size < maxTransactions) places.set(transaction, named);
      return named;
    }
    const ours = numberOf(transactionId);
    if (ours !== undefined) return ours % transactionPlaces;
    // A charger with several places does not say which: the next transaction does.
    return transaction === undefined ? undefined : (places.get(transaction) ?? (furthest === 1 ? 1 : undefined));
  };
  const shown = (place: number, total: number | undefined, time: unknown): DeviceUpdate[] => {
    const at = secondsOf(time);
    if (total === undefined || total < 0 || (at !== undefined && at < now() / 1000 - maxAgeS)) return [];
    const name = place === 1 ? 'Charger' : `Charger ${place}`;
    return [
      defined<DeviceUpdate>({ source, device, part: String(place), name, model, utility: 'electricity', total, at }),
    ];
  };
  const readFigures = (payload: Fields): DeviceUpdate[] => {
    const place = placeOf(payload);
    // Place 0 is the whole charger, whose counter has that of each place in it.
    if (place === undefined || place < 1 || !Number.isInteger(place)) return [];
    const { meterStart, meterStop, timestamp, meterValue, transactionData } = payload;
    return [
      ...shown(place, numberOf(meterStart), timestamp),
      ...[...listOf(meterValue), ...listOf(transactionData)].flatMap((one) =>
        shown(place, energyIn(listOf(one['sampledValue'])), one['timestamp']),
      ),
      ...shown(place, numberOf(meterStop), timestamp),
    ];
  };

  return {
    topics: [],
    read: ({ topic: action, payload }) => {
      const fields = fieldsOf(parseJson(payload));
      if (action === 'BootNotification') model = modelIn(fields) ?? model;
      const online: DeviceUpdate = { source, device, isOnline: true };
      const isOfMeter = ['StartTransaction', 'StopTransaction', 'MeterValues', 'TransactionEvent'].includes(action);
      const figures = isOfMeter ? readFigures(fields) : [];
      const ended = fieldsOf(fields['transactionInfo'])['transactionId'];
      if (fields['eventType'] === 'Ended') places.delete(String(ended));
      return isOfMeter && figures.length === 0 ? [] : [online, ...figures];
    },
    unread: ({ payload }) => (/Energy\./.test(payload) ? 'not-understood' : null),
  };
};

export const ocpp = defineSource({
  id: source,
  label: 'OCPP',
  reads:
    '`Energy.Active.Import.Register` of each place, in `MeterValues`, transactions and their events (OCPP 1.6J and 2.0.1)',
  socket: { path: '/ocpp/', createParser },
  setUps: { ocpp: 'URL: {{socket}}/ocpp/\nPassword (AuthorizationKey): {{token}}' },
});

/** Many small numbers that stay the same when a charger asks again: the place is in them. */
const transactionPlaces = 16;
const transactionOf = (place: number, time: unknown, now: number): number =>
  (Math.floor(secondsOf(time) ?? now) % 2 ** 27) * transactionPlaces + (place % transactionPlaces);

/** What a charger is answered; null: nothing that we know. */
export const answerTo = (action: string, payload: Fields, nowMs: number): Fields | null => {
  const [currentTime, accepted] = [new Date(nowMs).toISOString(), { status: 'Accepted' }];
  switch (action) {
    case 'BootNotification':
      return { status: 'Accepted', currentTime, interval: heartbeatS };
    case 'Heartbeat':
      return { currentTime };
    case 'Authorize':
      return payload['idToken'] === undefined ? { idTagInfo: accepted } : { idTokenInfo: accepted };
    case 'StartTransaction': {
      const transactionId = transactionOf(numberOf(payload['connectorId']) ?? 0, payload['timestamp'], nowMs / 1000);
      return { transactionId, idTagInfo: accepted };
    }
    case 'TransactionEvent':
      return payload['idToken'] === undefined ? {} : { idTokenInfo: accepted };
    case 'DataTransfer':
      return { status: 'UnknownVendorId' };
    default:
      return told.has(action) ? {} : null;
  }
};

const told = new Set([
  'MeterValues',
  'StopTransaction',
  'StatusNotification',
  'DiagnosticsStatusNotification',
  'FirmwareStatusNotification',
  'LogStatusNotification',
  'SecurityEventNotification',
  'NotifyReport',
  'NotifyEvent',
  'NotifyMonitoringReport',
]);

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

function secondsOf(time: unknown): number | undefined {
  const ms = Date.parse(textOf(time) ?? '');
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}

function modelIn({ chargePointVendor, chargePointModel, chargingStation }: Fields): string | undefined {
  const { vendorName, model } = fieldsOf(chargingStation);
  const words = [textOf(chargePointVendor ?? vendorName), textOf(chargePointModel ?? model)];
  return textOf(words.filter((word) => word !== undefined).join(' '));
}

/** In Wh: of all phases together, else their sum. What is measured in the car, or before the charger, is another thing. */
function energyIn(samples: readonly Fields[]): number | undefined {
  const own = samples.filter(
    ({ measurand = register, location = 'Outlet', format }) =>
      measurand === register && location !== 'EV' && location !== 'Inlet' && format !== 'SignedData',
  );
  const whole = own.find(({ phase }) => phase === undefined);
  if (whole !== undefined) return whOfSample(whole);
  const phases = own.filter(({ phase }) => /^L[123](-N)?$/.test(String(phase))).map(whOfSample);
  const sum = phases.reduce<number>((all, one) => all + (one ?? Number.NaN), 0);
  return phases.length === 0 || Number.isNaN(sum) ? undefined : sum;
}

function whOfSample({ value, unit, unitOfMeasure }: Fields): number | undefined {
  const { unit: ofMeasure, multiplier } = fieldsOf(unitOfMeasure);
  const [number, size] = [numberOf(value), whOf[textOf(unit ?? ofMeasure) ?? 'Wh']];
  if (number === undefined || size === undefined) return undefined;
  return number * size * 10 ** (numberOf(multiplier) ?? 0);
}
