/** An answer while it is being given: what was sent of it is what is kept of it. */
import type { AssistantAction, AssistantEvent, AssistantFault } from '@wattershed/contracts';
import type { KeptExtras } from './conversation.ts';
import type { FoundResult } from './own-answer.ts';
import type { Question } from './question.ts';

export interface Draft {
  /** What was said so far. */
  readonly text: string;
  say(delta: string): AssistantEvent;
  found(result: FoundResult): AssistantEvent;
  propose(action: AssistantAction): AssistantEvent;
  fault(code: AssistantFault): AssistantEvent;
  /** `content`: what was said, with its figures checked. */
  end(by: 'own' | 'provider', content?: string, unverified?: readonly string[]): AssistantEvent;
  /** What is kept beside the text. */
  extras(asked: Question | null): KeptExtras;
}

/** For logs and for those who read the stream; pages say it in the reader's language, by the code. */
const messages: Record<AssistantFault, string> = {
  'provider-refused': 'The AI provider does not accept our requests; its key or model has to be looked at.',
  'provider-busy': 'The AI provider has too much to do at the moment.',
  'provider-unavailable': 'The AI provider does not answer.',
  'provider-silent': 'The AI provider has fallen silent.',
  'provider-broken': 'The answer of the AI provider broke off.',
  'provider-too-long': 'The AI provider sent more than an answer may hold; it was cut off.',
  'budget-used': "Today's questions to the AI provider are used up.",
  'not-authenticated': 'You were signed out meanwhile.',
  forbidden: 'You are no longer in this household.',
  stopping: 'It was stopped.',
  internal: 'Something went wrong on our side.',
};

export const startDraft = (): Draft => {
  let text = '';
  let extras: KeptExtras = {};
  const results: NonNullable<KeptExtras['results']> = [];
  return {
    get text() {
      return text;
    },
    say: (delta) => {
      text += delta;
      return { event: 'text', data: { delta } };
    },
    found: (found) => {
      const result = { id: `r${results.length + 1}`, ...found };
      results.push(result);
      return { event: 'result', data: result };
    },
    propose: (action) => {
      extras = { ...extras, action };
      return { event: 'action', data: action };
    },
    fault: (error) => {
      extras = { ...extras, error };
      return { event: 'error', data: { code: error, message: messages[error] } };
    },
    end: (by, content = text, unverified = []) => {
      text = content;
      extras = { ...extras, by, ...(unverified.length > 0 && { unverified: [...unverified] }) };
      return { event: 'end', data: { by, content, unverified: [...unverified] } };
    },
    extras: (asked) => ({ ...extras, ...(results.length > 0 && { results }), ...(asked && { asked }) }),
  };
};
