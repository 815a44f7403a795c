/** What a home made, stored and gave back, and how far it gets by itself. */
import { hasTrait } from '#catalogue/index.ts';
import type { Intent } from '../../intent.ts';
import { firstThatFits, fits, impossible, type Rule } from '../asked.ts';
import { assumed } from '../times/spans.ts';

type FlowsAsk = Extract<Intent, { about: 'flows' }>['ask'];

/** The first that is named decides: what came out of the battery is more than what was drawn. */
const asks: readonly (readonly [string, FlowsAsk])[] = [
  ['~flows.self-sufficiency', 'self-sufficiency'],
  ['~flows.self-use', 'self-use'],
  ['~flows.discharged', 'discharged'],
  ['~flows.charged', 'charged'],
  ['~flows.returned', 'returned'],
  ['~flows.produced', 'produced'],
  ['~flows.drawn', 'drawn'],
];

/** Of money, of a bill, of a plug that charges a car and of what is to be set something else is told. */
const ofElse = [
  'bill|cost|pay|tariff|budget|switchOn|switchOff|explain|tips|leak|alerts|why|@device',
  // How much was exported is no wish to export anything.
  'setting !howMuch|which',
];

export const flows: Rule = (asked) => {
  const { said, period, isFuture, home, utility } = asked;
  if (fits(asked, ...ofElse) || (utility !== null && !hasTrait(utility, 'isTwoWay'))) return null;
  const own = (home.flows ?? []).length > 0;
  const found = firstThatFits<FlowsAsk>({ ...asked, text: said }, [
    ...asks,
    // The sun alone names what it makes, in a home that has it.
    [(of) => own && fits(of, '~flows.sun'), 'produced'],
  ]);
  if (found === null) return null;
  // The sun is told of as what is not measured here, where nothing measures it.
  const isAsked = found.startsWith('self') || fits(asked, 'howMuch|show|use|electricity|average|@period');
  if (!own && (asked.has('otherUtility') || !isAsked)) return null;
  if (isFuture) return impossible('future');
  return { about: 'flows', ask: found, period: period ?? assumed('this-month', home.today) };
};
