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

test.each([
  ['every room', null, true],
  ['some rooms', ['kitchen'], false],
])(
  'C6.1 the home’s broker is offered to who may switch in %s or told who can open it',
  async (_, switchRooms, isTheirs) => {
    storeSession();
    await startSession();
    answerHousehold({ role: 'member', switchRooms });
    await renderPart(
      <QueryClientProvider client={queryClient}>
        <SendStep meter={undefined} lastValue={null} token="ws_one" />
      </QueryClientProvider>,
      ['devices', 'rooms'],
    );
    expect(await screen.findByText(isTheirs ? /MQTT settings of the device/ : /ask one of them/)).toBeVisible();
    if (!isTheirs) expect(screen.queryByText(/ws_one/)).not.toBeInTheDocument();
  },
);
