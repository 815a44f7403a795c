import { skipToken, useQuery } from '@tanstack/react-query';
import { streamService } from '#shell/data/service-stream.ts';
import { callService } from '#shell/data/service.ts';
import {
  askAssistant,
  type AssistantBody,
  type AssistantEvent,
  type AssistantState,
  pressAction,
  type PressAnswer,
  readAssistantState,
} from '../contract/assistant.ts';

const eventNames: Record<AssistantEvent['event'], true> = {
  begin: true,
  text: true,
  result: true,
  action: true,
  error: true,
  end: true,
};

/** The answer as it comes; ends with its `end`, or where the connection broke. */
export async function* followAnswer(body: AssistantBody, signal: AbortSignal): AsyncGenerator<AssistantEvent> {
  for await (const one of streamService(askAssistant, { body, signal })) {
    if (!(one.event in eventNames)) continue;
    yield one;
    if (one.event === 'end') return;
  }
}

function fetchAssistantState(household: string): Promise<AssistantState> {
  return callService(readAssistantState, { query: { household } });
}

/** The person's own press on what the assistant proposed. */
export async function answerAction(id: string, agreed: boolean): Promise<PressAnswer['result']> {
  return (await callService(pressAction, { params: { id }, body: { agreed } })).result;
}

/** Of whatever household. */
export const assistantStateKey = ['assistant'];

/** Who answers, asked whenever the panel opens. */
export function useAssistantState(householdId: string | undefined) {
  return useQuery({
    queryKey: [...assistantStateKey, householdId ?? null],
    queryFn: householdId === undefined ? skipToken : () => fetchAssistantState(householdId),
    refetchOnMount: 'always',
  });
}
