import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../testing/render-app.tsx';
import { useChartWords } from './chart-words.ts';

const Words = () => <p>{Object.values(useChartWords()).join(' | ')}</p>;

test('C1.4 charts speak the language shown', async () => {
  await renderPart(<Words />, ['chart'], 'es');
  expect(screen.getByText(/^Ver como tabla \| Ver como gráfico/)).toBeVisible();
});
