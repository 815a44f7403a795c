/** Questions of what is paid: what is left of it, until when it lasts, what is owed, whether instalments are enough. */
import type { Intent } from '../../intent.ts';
import type { Rule } from '../asked.ts';

const any = (...patterns: readonly string[]): RegExp => new RegExp(` (?:${patterns.join('|')})(?= )`, 'u');

// As words are folded: small letters, no marks. Hindi in both of its scripts.
const prepaid = any(
  String.raw`pre ?paid|pay as you go|top[ -]?ups?|topped up`,
  String.raw`(?:my|our|any|the|much|meter|prepaid|of) (?:\S+ )?credit|credit (?:is |do i have )?(?:left|remaining)`,
  String.raw`(?:my|our|the|meter|prepaid|account|credit) balance`,
  String.raw`prepago|recargas?|(?:mi|nuestro|el|de|que|cuanto) saldo`,
  String.raw`प्रीपेड|रिचार्ज|बैलेंस|क्रेडिट|recharge|richarge|balance`,
);
const ends = any(
  String.raw`(?:run|runs|running|ran) out|(?:will|does|do|how long) .*last|lasts?|how long|until when|when .*(?:ends?|gone|finish\S*|empty)`,
  String.raw`(?:acab\S*|agot\S*|termin\S*)|dura\S*|hasta cuando`,
  String.raw`(?:खत्म|समाप्त)|कब तक|कितने दिन|khat[ah]?m|khatam|kab tak|kitne din`,
);
const instalments = any(
  String.raw`instal+ments?|direct debits?|monthly payments?`,
  String.raw`cuotas?|domiciliacion|pagos? mensual(?:es)?`,
  String.raw`किस्त\S*|किश्त\S*|kist\S*|kisht\S*`,
);
const enough = any(
  String.raw`enough|suffic\S*|too (?:much|high|low|little|small)|right|cover\S*`,
  String.raw`suficient\S*|alcanz\S*|bast\S*|cubr\S*|demasiad\S*`,
  String.raw`पर्याप्त|काफी|कम|ज्यादा|paryapt|kaa?fi|kam|zyada|jyada`,
);
const used = any(String.raw`use[ds]?|usage|consum\S*|gast\S*|खपत|khapat`);
const owed = any(
  String.raw`(?:i|we) (?:still )?owe`,
  String.raw`cuanto (?:\S+ )?deb(?:o|emos)|que deb(?:o|emos)`,
  String.raw`बकाया|bakaya`,
);

/** By the words as they were said: the spelling of these is mended into others that are asked of more often. */
export const payments: Rule = ({ said, has, utility, period, isFuture }) => {
  const of = (ask: Extract<Intent, { about: 'payments' }>['ask']): Intent => ({ about: 'payments', ask, utility });
  if (instalments.test(said) && enough.test(said)) return of('enough');
  if (prepaid.test(said) && !used.test(said) && !has('bill', 'compare')) return of(ends.test(said) ? 'ends' : 'left');
  const isOfBill = has('bill', 'bills', 'why', 'last', 'will') || period !== null || isFuture;
  return owed.test(said) && !isOfBill ? of('owed') : null;
};
