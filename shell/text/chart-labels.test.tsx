import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { useChartLabels } from './chart-labels.ts';

const Words = () => <p>{Object.values(useChartLabels()).join(' | ')}</p>;

test('C1.4 charts speak the language shown', async () => {
  await renderPart(<Words />, 'es');
  expect(screen.getByText(/^Ver como tabla \| Ver como gráfico/)).toBeVisible();
});
