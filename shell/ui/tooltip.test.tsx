import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tooltip, Tooltips } from './tooltip.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const rest = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const pointAt = (element: Element) => fireEvent.pointerMove(element, { pointerType: 'mouse' });
// On towards the tooltip would keep it open; far away closes it.
const leave = (element: Element) => {
  fireEvent.pointerLeave(element, { pointerType: 'mouse' });
  fireEvent.pointerMove(document.body, { pointerType: 'mouse', clientX: 900, clientY: 900 });
};

test('C9.8 a tooltip waits 700 ms, its neighbour within 300 ms does not, a later one does again', () => {
  render(
    <Tooltips>
      <Tooltip text="The first">
        <button type="button">One</button>
      </Tooltip>
      <Tooltip text="The second">
        <button type="button">Two</button>
      </Tooltip>
    </Tooltips>,
  );
  const [one, two] = screen.getAllByRole('button') as [HTMLElement, HTMLElement];
  pointAt(one);
  rest(699);
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  rest(1);
  expect(screen.getByRole('tooltip')).toHaveTextContent('The first');

  leave(one);
  rest(299);
  pointAt(two);
  rest(0);
  expect(screen.getByRole('tooltip')).toHaveTextContent('The second');

  leave(two);
  rest(301);
  pointAt(one);
  rest(699);
  expect(screen.queryByText('The first')).not.toBeInTheDocument();
});
