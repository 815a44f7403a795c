/** What may be asked of a household. A new topic is a file, and a line here. */
import type { Asking, OwnAnswer } from './asking.ts';
import type { Caveat, Intent } from './intent.ts';
import { billChangeTopic } from './money/bill-change.ts';
import { closedBillTopic } from './money/closed-bills.ts';
import { costsTopic } from './money/costs.ts';
import { oneUseTopic } from './money/one-use.ts';
import { billTopic } from './money/open-bill.ts';
import { paidTopic } from './money/paid.ts';
import { paymentsTopic } from './money/payments.ts';
import { shiftTopic } from './money/shift.ts';
import { tariffTopic } from './money/tariff.ts';
import { alertsTopic } from './state/alerts.ts';
import { devicesTopic, deviceTopic, switchesTopic, switchTopic } from './state/devices.ts';
import { metersTopic } from './state/meters.ts';
import { nowTopic } from './state/now.ts';
import { runsTopic } from './state/runs.ts';
import { tipsTopic } from './state/tips.ts';
import { faqTopic, findFaq, nearFaq, wordFaq, wordNear } from './talk/faq.ts';
import { othersTopic } from './talk/others.ts';
import { postsTopic } from './talk/posts.ts';
import { maxSuggestions, type Of, plainly } from './talk/suggestions.ts';
import {
  beyondTopic,
  caveatText,
  greetingTopic,
  helpTopic,
  householdTopic,
  impossibleTopic,
  leftAsIsTopic,
  refusedTopic,
  safetyTopic,
  thanksTopic,
  unclearTopic,
  unknownTopic,
} from './talk/talk.ts';
import { termTopic } from './talk/terms.ts';
import type { Tool } from './tools/tool.ts';
import type { Reply, Topic } from './topic.ts';
import type { Rule } from './understand/asked.ts';
import { isConcept } from './understand/lexicon.ts';
import { since } from './understand/rules/device-rules.ts';
import { dearest, hours } from './understand/rules/money-rules.ts';
import { degrees, explained, oddDay, otherUtility, setting } from './understand/rules/small-talk.ts';
import { eitherOf, leak } from './understand/rules/usage-rules.ts';
import { co2Topic } from './usage/co2.ts';
import { comparePartsTopic, compareTopic } from './usage/compare.ts';
import { flowsTopic } from './usage/flows.ts';
import { peakTopic } from './usage/peak.ts';
import { rhythmTopic } from './usage/rhythm.ts';
import { shareTopic } from './usage/share.ts';
import { usageTopic } from './usage/usage.ts';
import { usualTopic } from './usage/usual.ts';
import { whyTopic } from './usage/why.ts';

/** In the order in which a question is held against them. A rule alone leads to a topic of another line. */
const inOrder: readonly (Topic | Rule)[] = [
  greetingTopic,
  householdTopic,
  termTopic,
  degrees,
  co2Topic,
  flowsTopic,
  paymentsTopic,
  paidTopic,
  shiftTopic,
  oneUseTopic,
  rhythmTopic,
  shareTopic,
  runsTopic,
  since,
  metersTopic,
  postsTopic,
  beyondTopic,
  explained,
  switchesTopic,
  switchTopic,
  setting,
  otherUtility,
  oddDay,
  usualTopic,
  peakTopic,
  eitherOf,
  dearest,
  hours,
  tipsTopic,
  leak,
  deviceTopic,
  alertsTopic,
  costsTopic,
  tariffTopic,
  billTopic,
  devicesTopic,
  comparePartsTopic,
  compareTopic,
  nowTopic,
  usageTopic,
  // No rule of their own leads to these.
  whyTopic,
  closedBillTopic,
  billChangeTopic,
  othersTopic,
  faqTopic,
  helpTopic,
  thanksTopic,
  unclearTopic,
  impossibleTopic,
  safetyTopic,
  leftAsIsTopic,
  refusedTopic,
  unknownTopic,
];

const topics = inOrder.filter((one): one is Topic => typeof one !== 'function');

export const rules: readonly Rule[] = inOrder.flatMap((one) => (typeof one === 'function' ? one : (one.rule ?? [])));

export const assistantTools: readonly Tool[] = topics.flatMap(({ tools }) => tools ?? []);

const byName = new Map(topics.map((topic) => [topic.about, topic]));

export const topicOf = ({ about }: Intent): Topic => {
  const topic = byName.get(about);
  if (topic === undefined) throw new RangeError(`no topic is called ${about}`);
  return topic;
};

/** Words of a topic that no lexicon has are refused when it is listed. */
const conceptsIn = (words = ''): string[] => {
  const all = words.split(' ').filter((word) => word !== '');
  const stray = all.find((word) => !isConcept(word) && word !== 'time' && word !== 'hours');
  if (stray !== undefined) throw new RangeError(`a topic takes ${stray}, which no lexicon has`);
  return all;
};

const taken = new Map(
  topics.map(({ about, takes, takesFor = {} }) => [
    about,
    {
      always: conceptsIn(takes),
      byAsk: new Map(Object.entries<string>(takesFor).map(([ask, words]) => [ask, conceptsIn(words)])),
    },
  ]),
);

/** The concepts that an answer takes in. */
export const takenBy = (intent: Intent): readonly string[] => {
  const own = taken.get(intent.about);
  return [...(own?.always ?? []), ...(('ask' in intent && own?.byAsk.get(intent.ask)) || [])];
};

/** At most three questions; each is understood as it stands. None where nothing was asked, or somebody is in danger. */
export const suggestionsFor = (of: Of, intent: Intent): string[] => {
  const topic = topicOf(intent);
  return [...new Set(topic.nextOf?.(of, intent) ?? plainly(of, ...(topic.next ?? [])))].slice(0, maxSuggestions);
};

export const replyToIntent: Reply = async (asking, intent) => topicOf(intent).reply(asking, intent, replyToIntent);

/** What is not of this household may be a question that many ask, or be near to one. */
const frequent = async (asking: Asking, text: string): Promise<OwnAnswer> => {
  const { sources, language } = asking;
  const entries = await sources.faq(language);
  const entry = findFaq(entries, text, language);
  if (entry) return wordFaq(asking, entry);
  const unknown = await replyToIntent(asking, { about: 'unknown' });
  const near = nearFaq(entries, text, language);
  return near.length === 0 ? unknown : { ...unknown, text: `${unknown.text}\n\n${wordNear(asking, near)}` };
};

/** From what a text was understood as to its answer. `caveats`: what has to be known before it is read. */
export const replyTo = async (
  asking: Asking,
  intent: Intent,
  text: string,
  caveats: readonly Caveat[] = [],
): Promise<OwnAnswer> => {
  const own = await (intent.about === 'unknown' ? frequent(asking, text) : replyToIntent(asking, intent));
  const first = caveats.map((caveat) => caveatText(asking, caveat));
  return { ...own, text: [...first, own.text].join('\n\n') };
};
