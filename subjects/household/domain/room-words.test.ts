import { expect, test } from 'vitest';
import { roomIn } from './room-words.ts';

test.each([
  ['Kitchen/Kettle', 'kitchen'],
  ['fridge_freezer', 'kitchen'],
  ['Küche', 'kitchen'],
  ['रसोई का बल्ब', 'kitchen'],
  ['Lavadora del baño', 'bathroom'],
  ['Bathroom', 'bathroom'],
  ['TV', 'living_room'],
  ['शयनकक्ष', 'bedroom'],
  ['HALLWAY lamp', 'hall'],
  ['mains', 'whole_home'],
  ['Battery', ''],
  ['shellyplug-s-A1', ''],
])('%s', (text, room) => expect(roomIn(text)).toBe(room));
