/** Devices: what they are doing, and switching one. */
import type { Question } from '../../question.ts';
import { type Asked, type Rule, unknown } from '../asked.ts';
import { whichDevice, whichSwitch } from '../choices.ts';
import { oneRoom } from './one-part.ts';

const shutDown = / (?:shut|power) .*down /;
const isLeft = / (?:left|leave|forgot|deje|si|छोड़|छोड|chhod|chhodi|acuerdo) /;

/** "Dishwasher off", "lights off in the bedroom": nothing is asked. */
const isBareOrder = ({ has, devices, reading, typed, text }: Asked): boolean =>
  devices.length === 1 &&
  has('isOn', 'isOff') &&
  (reading.items.length === 2 ||
    (!has('isWhat', 'which', 'silent', 'count', 'device', 'everything', 'now') &&
      !typed.includes('?') &&
      !isLeft.test(text)));

/** Null: nothing is to be switched. */
const wantedState = (asked: Asked): boolean | null => {
  const { has, language, text } = asked;
  if (has('explain', 'how', 'when', 'why', 'tips', 'cheapHours', 'use', 'cost', 'bill', 'leak', 'pay', 'setting'))
    return null;
  if (/^ (?:did|have|has|was|were|is|are|does|do|how|which|what) /.test(text)) return null;
  if (language === 'es' && has('isWhat') && has('isOn', 'isOff')) return null;
  if (has('switchOff')) return false;
  if (has('switchOn')) return true;
  if (shutDown.test(text)) return false;
  if (isBareOrder(asked)) return has('isOn');
  if (!has('turn') || !has('isOn', 'isOff')) return null;
  return has('isOn');
};

/** Those in that other state that take commands. */
const switchable = ({ home, rooms }: Asked, on: boolean): string[] => {
  const there = rooms.flatMap((room) => (room.found === 'one' ? [room.key] : []));
  return home.devices
    .filter(
      ({ isActive, commands, room }) => isActive !== on && commands && (there.length === 0 || there.includes(room)),
    )
    .map(({ id }) => id);
};

/** Told of an order, or told not to. */
const isNoOrder = / (?:not|dont|never|said|says|no|dice|dijo|मत|mat|कहा|कहता) /;

export const switched: Rule = (asked) => {
  const on = wantedState(asked);
  if (on === null) return null;
  if (isNoOrder.test(asked.text)) return unknown;
  const { devices, has } = asked;
  const [device] = devices;
  const keys = devices.flatMap((one) => (one.found === 'one' ? [one.key] : one.found === 'several' ? one.keys : []));
  if (has('everything') || devices.length > 1)
    return whichSwitch(asked, on, keys.length > 0 ? keys : switchable(asked, on));
  const { previous } = asked;
  const isOfBefore = device === undefined && (previous?.about === 'device' || previous?.about === 'switch');
  if (isOfBefore) return { about: 'switch', device: previous.device, on };
  if (device === undefined) return whichSwitch(asked, on, switchable(asked, on));
  if (device.found === 'none') return { about: 'impossible', why: 'unknown-device', named: device.named };
  if (device.found === 'several') return whichSwitch(asked, on, device.keys);
  return { about: 'switch', device: device.key, on };
};

/** "Is the AC on", "state of the pump". */
export const deviceState: Rule = (asked) => {
  const { has, devices, text } = asked;
  if (has('use', 'cost', 'bill', 'pay', 'howMuch', 'most', 'least', 'leak') || devices.length !== 1) return null;
  const asksState = has('isOn', 'isOff', 'silent') || / (?:status|state|estado|स्थिति|हालत) /.test(text);
  const [device] = devices;
  const isOfSeveral = device?.found === 'several' && has('isOn', 'isOff') && /(?:s|ें|ियां)$/.test(device.named);
  if (!asksState || device === undefined || isOfSeveral || (has('which') && device.found !== 'one')) return null;
  if (device.found === 'none') return { about: 'impossible', why: 'unknown-device', named: device.named };
  return device.found === 'several' ? whichDevice(asked, device) : { about: 'device', device: device.key };
};

const listAsk = ({
  has,
  devices,
  rooms,
  utility,
  period,
}: Asked): Extract<Question, { about: 'devices' }>['ask'] | null => {
  const isOfDevices = has('device', 'meter') || devices.length > 0;
  if (has('silent') && (isOfDevices || has('which', 'everything'))) return 'silent';
  const isOfAny = has('which', 'everything') && utility === null && period === null;
  if (has('isOff') && (isOfDevices || isOfAny)) return 'off';
  if (has('isOn') && (isOfDevices || isOfAny)) return 'on';
  if (has('which') && rooms.length > 0 && utility === null && period === null && !has('room', 'more', 'less'))
    return 'list';
  if (!has('device', 'meter') || (has('howMuch') && period !== null)) return null;
  return has('count') ? 'count' : 'list';
};

export const deviceList: Rule = (asked) => {
  const { has, utility } = asked;
  if (has('use', 'cost', 'bill', 'pay', 'most', 'least', 'eachDay', 'tariff', 'compare', 'average', 'alwaysOn'))
    return null;
  if (has('howMuch') && utility !== null && asked.devices.length > 0) return null;
  if (has('how') || (has('byDevice', 'byRoom') && !has('list'))) return null;
  const list = listAsk(asked);
  if (list === null) return null;
  const room = oneRoom(asked);
  return room !== null && typeof room === 'object' ? room : { about: 'devices', ask: list, room, utility };
};
