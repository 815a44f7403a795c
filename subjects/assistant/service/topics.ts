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
import { alertsTool, replyToAlerts } from './usage/alerts.ts';
import { compareTool, replyToCompare, replyToCompareParts } from './usage/compare.ts';
import {
  devicesTool,
  replyToDevice,
  replyToDevices,
  replyToSwitch,
  replyToSwitches,
  switchDeviceTool,
} from './usage/devices.ts';
import { flowsTool, replyToFlows } from './usage/flows.ts';
import { metersTool, replyToMeters } from './usage/meters.ts';
import { nowTool, replyToNow } from './usage/now.ts';
import { peakTool, replyToPeak } from './usage/peak.ts';
import { replyToRuns, runsTool } from './usage/runs.ts';
import { othersTool, replyToOthers } from './talk/others.ts';
import { replyToShare, shareTool } from './usage/share.ts';
import { replyToTips, tipsTool } from './usage/tips.ts';
import { replyToUsage, usageTool } from './usage/usage.ts';
import { replyToUsual, usualTool } from './usage/usual.ts';

export const useTools: readonly Tool[] = [
  usageTool,
  compareTool,
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

const wholeHomePart = { utility: null, room: null, device: null };

export const replyToIntent: Reply = async (asking, intent) => {
  switch (intent.about) {
    case 'usage':
      return replyToUsage(asking, intent);
    case 'share':
      return replyToShare(asking, intent);
    case 'peak':
      return replyToPeak(asking, intent);
    case 'runs':
      return replyToRuns(asking, intent);
    case 'usual':
      return replyToUsual(asking, intent);
    case 'now':
      return replyToNow(asking, intent);
    case 'compare':
      return replyToCompare(asking, intent);
    case 'compare-parts':
      return replyToCompareParts(asking, intent);
    case 'co2':
      return replyToCo2(asking, intent);
    case 'flows':
      return replyToFlows(asking, intent);
    case 'devices':
      return replyToDevices(asking, intent);
    case 'device':
      return replyToDevice(asking, intent);
    case 'meters':
      return replyToMeters(asking, intent);
    case 'switch':
      return replyToSwitch(asking, intent);
    case 'switches':
      return replyToSwitches(asking, intent);
    case 'alerts':
      return replyToAlerts(asking, intent);
    case 'tips':
      return replyToTips(asking, intent);
    case 'bill':
      return replyToBill(asking, intent);
    case 'closed-bill':
      return replyToClosedBills(asking, intent);
    case 'bill-change':
      return replyToBillChange(asking, intent);
    case 'costs':
      return replyToCosts(asking, intent);
    case 'tariff':
      return replyToTariff(asking, intent);
    case 'payments':
      return replyToPayments(asking, intent);
    case 'faq':
      return replyToFaq(asking, intent);
    case 'one-use':
      return replyToOneUse(asking, intent);
    case 'shift':
      return replyToShift(asking, intent);
    case 'paid':
      return replyToPaid(asking, intent);
    case 'others':
      return replyToOthers(asking, intent);
    case 'posts':
      return replyToPosts(asking, intent);
    case 'term':
      return replyToTerm(asking, intent, replyToIntent);
    case 'impossible':
      return intent.why === 'others'
        ? replyToOthers(asking, { about: 'others', part: wholeHomePart })
        : replyInWords(asking, intent);
    case 'household':
    case 'help':
    case 'greeting':
    case 'thanks':
    case 'unclear':
    case 'safety':
    case 'left-as-is':
    case 'refused':
    case 'unknown':
    case 'beyond':
      return replyInWords(asking, intent);
    case 'why':
      return replyToCompare(asking, { ...intent, about: 'compare' });
    default:
      return replyInWords(asking, { about: 'unknown' });
  }
};

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
