import { describe, expect, test } from 'vitest';
import { type Vector, vectors } from './testing-samples.ts';
import { readComponent, readStatus, shelly } from './shelly.ts';

const text = (payload: unknown) => (typeof payload === 'string' ? payload : JSON.stringify(payload));
const hear1 = (topic: string, payload: unknown) =>
  shelly.mqtt.createParser().read({ topic, payload: text(payload), isRetained: false });
const hear2 = (topic: string, payload: unknown) =>
  shelly.mqtt.createParser().read({ topic, payload: text(payload), isRetained: false });

describe('the first generation', () => {
  test('a relay counts watt-minutes, a meter watt-hours', () => {
    expect(hear1('shellies/plug-1/relay/0/energy', '120')).toMatchObject([{ part: 'relay/0', total: 2 }]);
    expect(hear1('shellies/em-1/emeter/1/total', '120.5')).toMatchObject([{ part: 'emeter/1', total: 120.5 }]);
    expect(hear1('shellies/em-1/emeter/1/energy', '120')).toEqual([]);
    expect(hear1('shellies/em-1/emeter/1/power', '-12.5')).toMatchObject([{ power: -12.5 }]);
  });

  test('what a meter gave back is a register of its own', () => {
    const back = { part: 'emeter/0 returned', registerOf: 'emeter/0', flow: 'returned', total: 40.5 };
    expect(hear1('shellies/em3/emeter/0/total_returned', '40.5')).toMatchObject([back]);
    expect(hear1('shellies/em3/info', { emeters: [{ power: -3, total: 9, total_returned: 40.5 }] })).toMatchObject([
      { part: 'emeter/0', total: 9, power: -3 },
      back,
    ]);
  });

  test('a relay says its state and is switched at its own topic', () => {
    expect(hear1('shellies/plug-1/relay/0', 'on')).toEqual([
      {
        source: 'shelly',
        device: 'plug-1',
        part: 'relay/0',
        isOn: true,
        command: { topic: 'shellies/plug-1/relay/0/command', on: 'on', off: 'off' },
      },
    ]);
    expect(hear1('shellies/plug-1/relay/0', 'overpower')).toEqual([]);
    expect(hear1('shellies/plug-1/relay/0/command', 'on')).toEqual([]);
  });

  test('it comes, goes and says what it is', () => {
    expect(hear1('shellies/plug-1/online', 'false')).toMatchObject([{ device: 'plug-1', isOnline: false }]);
    expect(hear1('shellies/plug-1/announce', { model: 'SHPLG-S' })).toMatchObject([{ model: 'SHPLG-S' }]);
  });
});

describe('the second generation', () => {
  test('a notice tells what changed, and nothing of the rest', () => {
    const notice = (switches: object) => ({ method: 'NotifyStatus', params: { ts: 1.5, 'switch:0': switches } });
    const hear = (switches: object) => hear2('shellyplus1pm-a8/events/rpc', notice(switches));
    expect(hear({ id: 0, apower: 12.5 })).toMatchObject([{ part: 'switch:0', power: 12.5 }]);
    expect(hear({ id: 0, apower: 12.5 })[0]).not.toHaveProperty('total');
    expect(hear({ id: 0, output: true })[0]).not.toHaveProperty('utility');
    expect(hear({ id: 0, aenergy: { total: 5.125 } })).toMatchObject([{ total: 5.125, utility: 'electricity' }]);
    expect(
      hear2('shellyplus1pm-a8/events/rpc', { method: 'NotifyEvent', params: { 'switch:0': { output: true } } }),
    ).toEqual([]);
  });

  test('it is switched by a call', () => {
    const [heard] = hear2('shellyplus1pm-a8/status/switch:1', { id: 1, output: false });
    expect(heard).toMatchObject({ isOn: false, model: 'shellyplus1pm', command: { topic: 'shellyplus1pm-a8/rpc' } });
    expect(JSON.parse(heard?.command?.on ?? '')).toMatchObject({ method: 'Switch.Set', params: { id: 1, on: true } });
  });

  test('the answer to a call confirms it where nothing changed; a refusal does not', () => {
    const answered = (answer: object) => hear2('wattershed/plus-a8/switch:0/rpc', answer);
    expect(answered({ id: 1, result: { was_on: true } })).toEqual([
      { source: 'shelly', device: 'plus-a8', part: 'switch:0', isOn: true },
    ]);
    expect(answered({ id: 0, result: { was_on: true } })).toMatchObject([{ isOn: false }]);
    expect(answered({ id: 1, error: { code: -105 } })).toEqual([]);
  });

  test('the power and the counter of a meter are one channel', () => {
    expect(hear2('pro3em/status/em:0', { total_act_power: 300 })).toMatchObject([{ part: 'em:0', power: 300 }]);
    expect(hear2('pro3em/status/emdata:0', { total_act: 1234.5 })).toMatchObject([{ part: 'em:0', total: 1234.5 }]);
    expect(hear2('pro3em/status/em1data:2', { total_act_energy: 7 })).toMatchObject([{ part: 'em1:2', total: 7 }]);
  });

  test('what was given back is taken from a counter that counts it too, also where a notice leaves it out', () => {
    const parser = shelly.mqtt.createParser();
    const total = (status: object) =>
      parser
        .read({ topic: 'pm/status/switch:0', payload: JSON.stringify(status), isRetained: false })
        .map(({ flow = 'drawn', total: shown }) => [flow, shown]);
    expect(total({ id: 0, aenergy: { total: 1500 }, ret_aenergy: { total: 400 } })).toEqual([
      ['drawn', 1100],
      ['returned', 400],
    ]);
    expect(total({ id: 0, aenergy: { total: 1510 } })).toEqual([['drawn', 1110]]);
    expect(total({ id: 0, ret_aenergy: { total: 405 } })).toEqual([['returned', 405]]);
    expect(total({ id: 0, aenergy: { total: 1515 } })).toEqual([['drawn', 1110]]);
  });

  test('meters of one and three phases tell what they gave back beside what they took', () => {
    const back = { flow: 'returned', utility: 'electricity' };
    expect(hear2('pro3em/status/emdata:0', { total_act: 1234.5, total_act_ret: 60 })).toMatchObject([
      { part: 'em:0', total: 1234.5 },
      { ...back, part: 'em:0 returned', registerOf: 'em:0', total: 60, model: 'pro3em' },
    ]);
    expect(hear2('em/status/em1data:1', { total_act_energy: 7, total_act_ret_energy: 2.5 })[1]).toMatchObject({
      ...back,
      part: 'em1:1 returned',
      registerOf: 'em1:1',
      total: 2.5,
    });
    expect(hear2('em/status/em1data:1', { total_act_ret_energy: 3 })).toHaveLength(1);
  });

  test('a notice says when it was', () => {
    const notice = { method: 'NotifyStatus', params: { ts: 1_700_000_000.25, 'pm1:0': { aenergy: { total: 5 } } } };
    expect(hear2('pm-a8/events/rpc', notice)).toMatchObject([{ total: 5, at: 1_700_000_000.25 }]);
  });

  test('what others say under the same names is none', () => {
    expect(hear2('camera/status/recording', '{"on":1}')).toEqual([]);
    expect(hear2('shellies/plug/online', 'true')).toEqual([{ source: 'shelly', device: 'plug', isOnline: true }]);
    expect(hear2('x/status/wifi:0', '{"rssi":-4}')).toEqual([]);
  });
});

describe.skipIf(vectors.length === 0)('messages of real devices', () => {
  const of = (kind: string) => vectors.find((vector) => vector.kind === kind) as Vector;

  test('the status of a first-generation relay', () => {
    const { payload, expected } = of('shelly_gen1_status');
    expect(readStatus('plug', payload)).toMatchObject([
      { part: 'relay/0', isOn: expected['relay_on'] },
      { part: 'relay/0', power: expected['power_w'], total: expected['energy_wh'] },
    ]);
  });

  test('the status of a second-generation switch', () => {
    const { payload, expected } = of('shelly_gen2_switch_status');
    expect(readComponent('plus', 'switch:0', payload)).toMatchObject([
      { isOn: expected['output'], power: expected['power_w'], total: expected['energy_wh'] },
    ]);
  });
});
