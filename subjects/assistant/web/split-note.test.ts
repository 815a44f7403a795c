import { expect, it } from 'vitest';
import { splitNote } from './answer-item.tsx';

it('takes the last paragraph for a note when all of it is in italics', () => {
  expect(splitNote('It used 3 kWh.\n\n_These are simulated figures._')).toEqual({
    text: 'It used 3 kWh.',
    note: '_These are simulated figures._',
  });
});

it.each(['It used 3 kWh.', '_All of it._', 'One.\n\n_Two_ and three.', 'One.\n\n_Two', 'One.\n\n__Two__', ''])(
  'leaves all other text as it is: %j',
  (content) => {
    expect(splitNote(content)).toEqual({ text: content, note: '' });
  },
);
