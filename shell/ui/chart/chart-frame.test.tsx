import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { barsDrawing } from './bars-drawing.ts';
import { ChartFrame, type ChartOpening } from './chart-frame.tsx';
import { chartData } from './testing.ts';

const library = vi.hoisted(() => ({ isReachable: true }));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = () => undefined;
    disconnect = () => undefined;
  },
);
Object.defineProperty(document, 'fonts', { value: { load: async () => [] }, configurable: true });
// jsdom draws nothing: the library's place is taken by one that is asked to draw.
vi.mock('./echarts.ts', () => ({
  get init() {
    if (!library.isReachable) throw new Error('not reachable');
    return () => ({
      isDisposed: () => true,
      dispose: () => undefined,
      dispatchAction: () => undefined,
    });
  },
}));

const data = chartData([11.4, null, 0]);
const words = {
  showTable: 'Show as table',
  showChart: 'Show as chart',
  save: 'Save',
  savePicture: 'Picture (PNG)',
  saveTable: 'Table (CSV)',
  keys: 'Read it with the arrow keys.',
  keysOpen: 'Enter opens it.',
  open: 'Open',
  chart: 'chart',
  failed: 'The chart could not be loaded.',
  soFar: 'so far',
  estimated: 'estimated',
};
const drawing = barsDrawing({ data, kind: 'bars', panels: [{ title: 'Electricity' }], writeNumber: String });

function Chart({ opening, onSweep }: { opening?: ChartOpening; onSweep?: (by: -1 | 1) => void }) {
  return (
    <ChartFrame
      title="Use"
      sentence="Less than before."
      data={data}
      drawing={drawing}
      words={words}
      fileName="use"
      note="Measured"
      heightClass="h-60"
      opening={opening}
      {...(onSweep && { onSweep })}
    />
  );
}

test('C2.1 a chart is read with the arrow keys: label and figures are said, ends are kept', async () => {
  library.isReachable = true;
  const { user, container } = await renderPart(<Chart />);
  const chart = screen.getByRole('application', { name: 'Use' });
  expect(chart).toHaveAccessibleDescription(/Less than before. Read it with/);
  const said = () => container.querySelector('[aria-live="polite"]')?.textContent;
  chart.focus();
  await user.keyboard('{ArrowRight}');
  expect(said()).toBe('Day 1: Electricity 11.4 kWh');
  await user.keyboard('{ArrowLeft}{ArrowRight}');
  expect(said()).toBe('Day 2: Electricity no readings');
  await user.keyboard('{End}{ArrowRight}');
  expect(said()).toBe('Day 3: Electricity 0 kWh');
  await user.keyboard('{Home}');
  expect(said()).toBe('Day 1: Electricity 11.4 kWh');
  await user.keyboard('{Escape}');
  expect(said()).toBe('');
});

test('what lies behind a place is opened with keys: one, or several with Shift; what has nothing behind it is not', async () => {
  library.isReachable = true;
  const opened: [number, number][] = [];
  const opening: ChartOpening = {
    open: (from, to) => opened.push([from, to]),
    name: (at) => (at === 2 ? undefined : `Open day ${at + 1}`),
  };
  const { user, container } = await renderPart(<Chart opening={opening} />);
  const chart = screen.getByRole('application', { name: 'Use' });
  expect(chart).toHaveAccessibleDescription(/Enter opens it/);
  chart.focus();
  await user.keyboard('{Enter}');
  expect(opened).toEqual([]);
  await user.keyboard('{ArrowRight}{Enter}');
  await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}{Enter}');
  await user.keyboard('{End}{Enter}');
  expect(opened).toEqual([
    [0, 0],
    [0, 1],
  ]);
  // On a narrow screen the panel below has a button for what is read.
  const panel = container.querySelector<HTMLElement>('[data-panel]');
  expect(panel).toHaveTextContent('Day 3');
  await user.keyboard('{Home}');
  await user.click(within(panel as HTMLElement).getByRole('button', { name: 'Open day 1' }));
  expect(opened.at(-1)).toEqual([0, 0]);
});

test('a finger that sweeps over it leads to what came before or after; one that scrolls does not', async () => {
  library.isReachable = true;
  const swept: number[] = [];
  await renderPart(<Chart onSweep={(by) => swept.push(by)} />);
  const chart = screen.getByRole('application', { name: 'Use' });
  const move = (x: number, y: number) => {
    const at = (clientX: number, clientY: number) => ({
      button: 0,
      pointerType: 'touch',
      pointerId: 1,
      clientX,
      clientY,
    });
    fireEvent.pointerDown(chart, at(200, 100));
    fireEvent.pointerUp(chart, at(200 + x, 100 + y));
  };
  move(-120, 10);
  move(120, -10);
  move(60, 200);
  move(3, 2);
  expect(swept).toEqual([1, -1]);
});

test('the panel says what the table says, of the last place until another is read', async () => {
  library.isReachable = true;
  const { user, container } = await renderPart(<Chart />);
  const panel = () => container.querySelector('[data-panel]')?.textContent;
  expect(panel()).toBe('Day 30 kWh');
  screen.getByRole('application', { name: 'Use' }).focus();
  await user.keyboard('{Home}');
  expect(panel()).toBe('Day 111.4 kWh');
});

test('the same figures are a table, in the same words', async () => {
  library.isReachable = true;
  const { user } = await renderPart(<Chart />);
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  const rows = within(screen.getByRole('table', { name: 'Use' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'DayElectricity',
    'Day 111.4 kWh',
    'Day 2no readings',
    'Day 30 kWh',
  ]);
  await user.click(screen.getByRole('button', { name: 'Save: Use' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Table (CSV)']);
});

test('where the drawing cannot be fetched the table stands in for it, and says so', async () => {
  library.isReachable = false;
  await renderPart(<Chart />);
  expect(await screen.findByRole('table', { name: 'Use' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('The chart could not be loaded');
});

test('is drawn when it has come near, however many of its places are told at once', async () => {
  library.isReachable = true;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        // A busy browser tells late: where it was first, and where it is now.
        setTimeout(() => tell([{ isIntersecting: false }, { isIntersecting: true }]));
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  const { container } = await renderPart(<Chart />);
  await waitFor(() => expect(container.querySelector('[data-drawn="true"]')).not.toBeNull());
});
