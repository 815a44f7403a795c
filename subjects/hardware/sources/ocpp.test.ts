import { expect, test } from 'vitest';
import { answerTo, ocpp } from './ocpp.ts';

const at = 1_778_000_000;
const time = (seconds = at) => new Date(seconds * 1000).toISOString();
const open = () => {
  const parser = ocpp.socket.createParser('garage', () => (at + 60) * 1000);
  const hear = (action: string, payload: unknown) =>
    parser
      .read({ topic: action, payload: JSON.stringify(payload), isRetained: false })
      .filter(({ part }) => part !== undefined);
  return { parser, hear };
};
const sampled = (...sampledValue: object[]) => [{ timestamp: time(), sampledValue }];
const charger = { source: 'ocpp', device: 'garage', part: '1', name: 'Charger', utility: 'electricity', at };

test('1.6: what a charger’s meter shows at the beginning, meanwhile and at the end, of the place that a transaction has', () => {
  const { hear } = open();
  hear('BootNotification', { chargePointVendor: 'Maker', chargePointModel: 'Box' });
  const start = { connectorId: 2, idTag: 'x', meterStart: 12_000, timestamp: time(at - 30) };
  const second = { ...charger, part: '2', name: 'Charger 2', model: 'Maker Box' };
  expect(hear('StartTransaction', start)).toEqual([{ ...second, total: 12_000, at: at - 30 }]);
  const { transactionId } = answerTo('StartTransaction', start, at * 1000) as { transactionId: number };
  expect(answerTo('StartTransaction', start, at * 1000 + 5)).toMatchObject({ transactionId });
  expect(transactionId).toBeLessThan(2 ** 31);
  const meterValue = sampled(
    { value: '229.5', measurand: 'Voltage', unit: 'V' },
    { value: '12.25', measurand: 'Energy.Active.Import.Register', unit: 'kWh' },
    { value: '3', measurand: 'Energy.Active.Export.Register', unit: 'kWh' },
  );
  expect(hear('MeterValues', { connectorId: 2, transactionId, meterValue })).toEqual([{ ...second, total: 12_250 }]);
  expect(hear('StopTransaction', { transactionId, meterStop: 12_300, timestamp: time() })).toEqual([
    { ...second, total: 12_300 },
  ]);
});

test('a value alone is energy in Wh; phases are summed; what is signed, of the car or of the whole charger is left', () => {
  const { parser, hear } = open();
  const values = (meterValue: unknown, connectorId = 1) => hear('MeterValues', { connectorId, meterValue });
  expect(values(sampled({ value: '1500' }))).toEqual([{ ...charger, total: 1_500 }]);
  const phases = ['L1', 'L2', 'L3'].map((phase) => ({ value: '100.5', phase, unit: 'Wh' }));
  expect(values(sampled(...phases))).toMatchObject([{ total: 301.5 }]);
  for (const sample of [
    { value: 'OCMF|{}', format: 'SignedData' },
    { value: '5', location: 'EV' },
    { value: '5', measurand: 'Energy.Active.Import.Interval' },
    { value: '5', unit: 'Percent' },
    { value: 'x' },
    { value: '-1' },
  ])
    expect(values(sampled(sample))).toEqual([]);
  expect(values(sampled({ value: '5' }), 0)).toEqual([]);
  const interval = JSON.stringify({ meterValue: sampled({ value: '5', measurand: 'Energy.Active.Import.Interval' }) });
  expect(parser.unread?.({ topic: 'MeterValues', payload: interval, isRetained: false })).toBe('not-understood');
  // Kept by the charger for two days: what it shows now has that in it.
  expect(values([{ timestamp: time(at - 172_800), sampledValue: [{ value: '5' }] }])).toEqual([]);
});

test('2.0.1: events of a transaction are of the place that its first one named, with a unit and its multiplier', () => {
  const { hear } = open();
  hear('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Maker', model: 'Wall' } });
  const event = (eventType: string, value: number, rest: object = {}) =>
    hear('TransactionEvent', {
      eventType,
      timestamp: time(),
      seqNo: 0,
      transactionInfo: { transactionId: 'a-1' },
      meterValue: sampled({ value, measurand: 'Energy.Active.Import.Register', ...rest }),
    });
  const named = { ...charger, model: 'Maker Wall' };
  expect(event('Updated', 2_114_135.6)).toEqual([{ ...named, total: 2_114_135.6 }]);
  hear('TransactionEvent', { eventType: 'Started', transactionInfo: { transactionId: 'a-1' }, evse: { id: 2 } });
  const kilo = { unitOfMeasure: { unit: 'Wh', multiplier: 3 } };
  expect(event('Updated', 2.5, kilo)).toMatchObject([{ part: '2', total: 2_500 }]);
  expect(event('Ended', 3, { unitOfMeasure: { unit: 'kWh' } })).toMatchObject([{ part: '2', total: 3_000 }]);
  // Of two places nobody says which.
  expect(event('Updated', 4)).toEqual([]);
  expect(hear('MeterValues', { evseId: 1, meterValue: sampled({ value: 7 }) })).toMatchObject([
    { part: '1', total: 7 },
  ]);
});

test('every message that a charger needs an answer to has one in its version’s words, and none switches anything', () => {
  const answer = (action: string, payload = {}) => answerTo(action, payload, at * 1000);
  expect(answer('BootNotification')).toEqual({ status: 'Accepted', currentTime: time(), interval: 300 });
  expect(answer('Heartbeat')).toEqual({ currentTime: time() });
  expect(answer('Authorize', { idTag: 'x' })).toEqual({ idTagInfo: { status: 'Accepted' } });
  expect(answer('Authorize', { idToken: {} })).toEqual({ idTokenInfo: { status: 'Accepted' } });
  expect(answer('TransactionEvent', { idToken: {} })).toEqual({ idTokenInfo: { status: 'Accepted' } });
  for (const action of ['MeterValues', 'StopTransaction', 'StatusNotification', 'TransactionEvent'])
    expect(answer(action)).toEqual({});
  expect(answer('DataTransfer')).toEqual({ status: 'UnknownVendorId' });
  expect(answer('ReserveNow')).toBeNull();
});
