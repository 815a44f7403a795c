import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../platform/query-client.ts';
import { startSession } from '../../platform/session.ts';
import { storeSession } from '../../testing/auth-answers.ts';
import { setConfig } from '../../testing/config.ts';
import { renderPart } from '../../testing/render-app.tsx';
import { SendStep } from './send-step.tsx';
import { answerHousehold } from './testing.ts';

beforeEach(() => {
  queryClient.clear();
  setConfig({ mqtt: { port: 1883, isClient: false } });
});

async function openFor(switchRooms: string[] | null) {
  storeSession();
  await startSession();
  answerHousehold({ role: 'member', switchRooms });
  await renderPart(
    <QueryClientProvider client={queryClient}>
      <SendStep meter={undefined} lastValue={null} token="ws_one" />
    </QueryClientProvider>,
    ['devices', 'rooms'],
  );
}

test('C2.15 the home’s broker is told with the token to who may switch in every room', async () => {
  await openFor(null);
  expect(await screen.findByText(/ws_one/)).toBeVisible();
});

test('C6.1 to who may switch in some rooms only it is told who can open it', async () => {
  await openFor(['kitchen']);
  expect(await screen.findByText(/ask one of them/)).toBeVisible();
  expect(screen.queryByText(/ws_one/)).not.toBeInTheDocument();
});
