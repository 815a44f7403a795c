/** What somebody without an account is answered: what can be asked, the frequent questions and the tips; nothing of it is kept. */
import type { Language } from '@wattershed/catalogue';
import type { AssistantEvent } from '@wattershed/contracts';
import type { Database } from '../../platform/db.ts';
import { readFaq } from '../contact/index.ts';
import { startDraft } from './draft.ts';
import { type Home, homeOf } from './home.ts';
import { findFaq } from './replies/faq.ts';
import { visitorReply } from './replies/visitor.ts';
import { understand } from './understand/index.ts';

export interface VisitorDeps {
  readonly database: Pick<Database, 'anonymous'>;
  readonly now: () => number;
}

/** Nobody's: enough to be understood by. */
const noHome = (nowMs: number): Home =>
  homeOf(
    {
      id: '',
      name: '',
      kind: 'demo',
      timeZone: 'UTC',
      currency: 'EUR',
      units: 'metric',
      country: null,
      hasReadings: false,
      role: 'viewer',
      devices: [],
    },
    nowMs,
  );

export async function* answerVisitor(
  { database, now }: VisitorDeps,
  text: string,
  language: Language,
): AsyncGenerator<AssistantEvent, void> {
  const draft = startDraft();
  yield { event: 'begin', data: { question: null, answer: null } };
  const { question, language: own } = understand(text, language, noHome(now()));
  let entry = null;
  try {
    if (question.about === 'unknown') entry = findFaq(await readFaq(database, own), text, own);
  } catch {
    yield draft.fault('internal');
  }
  const reply = visitorReply(own, question, entry);
  yield draft.say(reply.text);
  for (const result of reply.results) yield draft.found(result);
  yield draft.end('own');
}
