/** Devices: which there are, and what they are doing. */
import type { Question } from '../../question.ts';
import type { Asked, Rule } from '../asked.ts';
import { whichDevice } from '../choices.ts';
import { oneRoom } from './one-part.ts';
import { ofPart } from './switching.ts';

/** "State of the pump", "is the washer done", «qué hace el horno», "मशीन हो गई क्या". */
const itsState =
  / (?:status|state|doing|done|finished|ready|working|estado|funcionan?|hace|haciendo|terminad[oa]|termino|acabad[oa]|acabo|list[oa]|स्थिति|हालत|हाल|खत्म|(?:कर|हो) (?:रह|ग)\S*|haal|khatam|khatm|(?:kar|ho) (?:rah|gay)\S*) /;

/** "Is the AC on", or what it does. */
export const deviceState: Rule = (asked) => {
  const { has, devices, text } = asked;
  if (has('use', 'cost', 'bill', 'pay', 'howMuch', 'most', 'least', 'leak', 'alwaysOn')) return null;
  const isOfPart = devices.length === 0 && has('isOn', 'isOff') && has('isWhat') && asked.utility !== null;
  const part = isOfPart && asked.period === null && !has('which', 'device', 'when', 'why') ? ofPart(asked) : null;
  if (part !== null) return { about: 'device', device: part.id };
  // "The desk on 3 November" is of a day.
  if (devices.length !== 1 || (asked.period !== null && !has('isWhat', 'silent'))) return null;
  const asksState = has('isOn', 'isOff', 'silent') || itsState.test(text);
  const [device] = devices;
  const isOfSeveral = device?.found === 'several' && has('isOn', 'isOff') && /(?:s|ें|ियां)$/.test(device.named);
  if (!asksState || device === undefined || isOfSeveral || (has('which') && device.found !== 'one')) return null;
  if (device.found === 'none') return { about: 'impossible', why: 'unknown-device', named: device.named };
  return device.found === 'several' ? whichDevice(asked, device) : { about: 'device', device: device.key };
};

const howLong = / (?:how long|cuanto tiempo|कितनी देर|kitni der) /;

const listAsk = ({
  has,
  devices,
  rooms,
  utility,
  period,
}: Asked): Extract<Question, { about: 'devices' }>['ask'] | null => {
  const isOfDevices = has('device', 'meter') || devices.length > 0;
  if (has('silent') && (isOfDevices || has('which', 'everything'))) return 'silent';
  const isOfAny =
    (has('which', 'everything') ||
      (has('now') && has('isOn') && rooms.length + devices.length === 0) ||
      (rooms.length > 0 && has('isWhat') && devices.length === 0)) &&
    utility === null &&
    period === null;
  if (has('isOff') && (isOfDevices || isOfAny)) return 'off';
  if (has('isOn') && (isOfDevices || isOfAny)) return 'on';
  if (has('which', 'parts') && rooms.length > 0 && utility === null && period === null && !has('room', 'more', 'less'))
    return 'list';
  if (!has('device', 'meter') || (has('howMuch') && period !== null)) return null;
  return has('count') ? 'count' : 'list';
};

export const deviceList: Rule = (asked) => {
  const { has, utility } = asked;
  if (has('use', 'cost', 'bill', 'pay', 'most', 'least', 'eachDay', 'tariff', 'compare', 'average', 'alwaysOn'))
    return null;
  if (howLong.test(asked.text)) return null;
  if (has('howMuch') && utility !== null && asked.devices.length > 0) return null;
  const isShown = has('show') && utility === null && asked.period === null;
  if (has('how') || (has('byDevice', 'byRoom') && !isShown && !has('list', 'silent'))) return null;
  const list = listAsk(asked);
  if (list === null) return null;
  const room = oneRoom(asked);
  return room !== null && typeof room === 'object' ? room : { about: 'devices', ask: list, room, utility };
};
