/** What may be asked of a household: the reply to each kind of question, and the tools by which a program asks the same. */
import type { Asking, OwnAnswer } from './asking.ts';
import { billChangeTool, replyToBillChange } from './money/bill-change.ts';
import { closedBillsTool, replyToClosedBills } from './money/closed-bills.ts';
import { costsTool, replyToCosts } from './money/costs.ts';
import { oneUseTool, replyToOneUse } from './money/one-use.ts';
import { billTool, replyToBill } from './money/open-bill.ts';
import { replyToPaid } from './money/paid.ts';
import { paymentsTool, replyToPayments } from './money/payments.ts';
import { replyToShift, shiftTool } from './money/shift.ts';
import { replyToTariff, tariffTool } from './money/tariff.ts';
import type { Caveat, Intent } from './intent.ts';
import { faqTool, findFaq, nearFaq, replyToFaq, wordFaq, wordNear } from './talk/faq.ts';
import { postsTool, replyToPosts } from './talk/posts.ts';
import { caveatText, replyInWords } from './talk/talk.ts';
import { type Reply, replyToTerm, termTool } from './talk/terms.ts';
import type { Tool } from './tools/tool.ts';
import { co2Tool, replyToCo2 } from './usage/co2.ts';
import { alertsTool, replyToAlerts } from './state/alerts.ts';
import { compareTool, replyToCompare, replyToCompareParts } from './usage/compare.ts';
import {
  devicesTool,
  replyToDevice,
  replyToDevices,
  replyToSwitch,
  replyToSwitches,
  switchDeviceTool,
} from './state/devices.ts';
import { flowsTool, replyToFlows } from './usage/flows.ts';
import { metersTool, replyToMeters } from './state/meters.ts';
import { nowTool, replyToNow } from './state/now.ts';
import { peakTool, replyToPeak } from './usage/peak.ts';
import { replyToRuns, runsTool } from './state/runs.ts';
import { othersTool, replyToOthers } from './talk/others.ts';
import { replyToShare, shareTool } from './usage/share.ts';
import { replyToTips, tipsTool } from './state/tips.ts';
import { replyToUsage, usageTool } from './usage/usage.ts';
import { replyToUsual, usualTool } from './usage/usual.ts';
import { replyToWhy, whyTool } from './usage/why.ts';

export const useTools: readonly Tool[] = [
  usageTool,
  compareTool,
  whyTool,
  usualTool,
  shareTool,
  peakTool,
  runsTool,
  nowTool,
  flowsTool,
  co2Tool,
  devicesTool,
  metersTool,
  switchDeviceTool,
  alertsTool,
  tipsTool,
  othersTool,
];

export const moneyTools: readonly Tool[] = [
  billTool,
  closedBillsTool,
  billChangeTool,
  costsTool,
  tariffTool,
  paymentsTool,
  oneUseTool,
  shiftTool,
  faqTool,
  termTool,
  postsTool,
];

export const assistantTools: readonly Tool[] = [...useTools, ...moneyTools];

type Replies = {
  readonly [About in Intent['about']]: (
    asking: Asking,
    intent: Extract<Intent, { readonly about: About }>,
  ) => OwnAnswer | Promise<OwnAnswer>;
};

/** A new topic is a line here, its tool above, and a file. */
const replies: Replies = {
  usage: replyToUsage,
  share: replyToShare,
  peak: replyToPeak,
  runs: replyToRuns,
  usual: replyToUsual,
  now: replyToNow,
  compare: replyToCompare,
  'compare-parts': replyToCompareParts,
  why: replyToWhy,
  co2: replyToCo2,
  flows: replyToFlows,
  devices: replyToDevices,
  device: replyToDevice,
  meters: replyToMeters,
  switch: replyToSwitch,
  switches: replyToSwitches,
  alerts: replyToAlerts,
  tips: replyToTips,
  bill: replyToBill,
  'closed-bill': replyToClosedBills,
  'bill-change': replyToBillChange,
  costs: replyToCosts,
  tariff: replyToTariff,
  payments: replyToPayments,
  'one-use': replyToOneUse,
  shift: replyToShift,
  paid: replyToPaid,
  others: replyToOthers,
  posts: replyToPosts,
  faq: replyToFaq,
  term: (asking, intent) => replyToTerm(asking, intent, replyToIntent),
  impossible: (asking, intent) =>
    intent.why === 'others'
      ? replyToOthers(asking, { about: 'others', part: { utility: null, room: null, device: null } })
      : replyInWords(asking, intent),
  household: replyInWords,
  help: replyInWords,
  greeting: replyInWords,
  thanks: replyInWords,
  unclear: replyInWords,
  safety: replyInWords,
  'left-as-is': replyInWords,
  refused: replyInWords,
  beyond: replyInWords,
  unknown: replyInWords,
};

export const replyToIntent: Reply = async (asking, intent) =>
  (replies[intent.about] as (asking: Asking, intent: Intent) => OwnAnswer | Promise<OwnAnswer>)(asking, intent);

/** What is not of this household may be a question that many ask, or be near to one. */
const frequent = async (asking: Asking, text: string): Promise<OwnAnswer> => {
  const { sources, language } = asking;
  const entries = await sources.faq(language);
  const entry = findFaq(entries, text, language);
  if (entry) return wordFaq(asking, entry);
  const unknown = replyInWords(asking, { about: 'unknown' });
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
