/** Where several things of the household could be meant: the question again, once for each of them. */
import { textsIn } from '#kernel/texts.ts';
import type { HomeDevice } from '../home.ts';
import { roomName } from '../names.ts';
import type { Intent } from '../intent.ts';
import type { Asked } from './asked.ts';
import type { Mention } from './named-parts.ts';

const maxChoices = 6;

type Several = Extract<Mention, { found: 'several' }>;

const again = ({ typed }: Asked, named: string, name: string): string => {
  const place = named === '' ? -1 : typed.toLowerCase().indexOf(named.toLowerCase());
  return place < 0 ? `${typed.trim()} (${name})` : typed.slice(0, place) + name + typed.slice(place + named.length);
};

/** "The hall one": the choice that what was named leaves; null: none, or several. */
export const chosenOf = ({ home, rooms, devices, has }: Asked, choices: readonly string[]): string | null => {
  const keys = [...rooms, ...devices].flatMap((one) => (one.found === 'one' ? [one.key] : []));
  if (keys.length !== 1 || has('use', 'bill', 'cost', 'switchOn', 'switchOff', 'isOn', 'isOff')) return null;
  const names = home.devices.filter(({ id, room }) => keys.includes(id) || keys.includes(room)).map(({ name }) => name);
  const [chosen, ...others] = choices.filter((choice) => names.some((name) => choice.includes(name)));
  return others.length === 0 ? (chosen ?? null) : null;
};

/** With the room, where another has the same name. */
const nameAmong = ({ name, room }: HomeDevice, devices: readonly HomeDevice[], { language }: Asked): string =>
  devices.filter((one) => one.name === name).length > 1 ? `${name} (${roomName(language, room)})` : name;

const devicesOf = ({ home }: Asked, keys: readonly string[]): HomeDevice[] =>
  home.devices.filter(({ id }) => keys.includes(id)).slice(0, maxChoices);

export const whichDevice = (asked: Asked, { keys, named }: Several): Intent => {
  const devices = devicesOf(asked, keys);
  return {
    about: 'unclear',
    what: 'device',
    choices: devices.map((device) => again(asked, named, nameAmong(device, devices, asked))),
  };
};

export const whichRoom = (asked: Asked, { keys, named }: Several): Intent => ({
  about: 'unclear',
  what: 'room',
  choices: keys.slice(0, maxChoices).map((room) => again(asked, named, roomName(asked.language, room))),
});

/** Only one device is switched at a time. */
export const whichSwitch = (asked: Asked, on: boolean, keys: readonly string[]): Intent => {
  const devices = devicesOf(asked, keys);
  return {
    about: 'unclear',
    what: 'switch',
    choices: devices.map((device) =>
      textsIn(
        asked.language,
        'replies',
        'talk',
      )(on ? 'example-switch-on' : 'example-switch-off', { name: nameAmong(device, devices, asked) }),
    ),
  };
};
