/** Questions of what is paid: what is left of it, until when it lasts, what is owed, whether instalments are enough. */
import type { Intent } from '../../intent.ts';
import { type Rule, unknown } from '../asked.ts';

const any = (...patterns: readonly string[]): RegExp => new RegExp(` (?:${patterns.join('|')})(?= )`, 'u');

// As words are folded: small letters, no marks. Hindi in both of its scripts.
const prepaid = any(
  String.raw`pre ?paid|pay as you go|top[ -]?ups?|topped up`,
  String.raw`(?:my|our|any|the|much|meter|prepaid|of) (?:\S+ )?credit|credit (?:is |do i have )?(?:left|remaining)`,
  String.raw`(?:my|our|the|meter|prepaid|account|credit) balance`,
  String.raw`prepago|recargas?|(?:mi|nuestro|el|de|que|cuanto) saldo`,
);
/** Elsewhere a battery is recharged, and energy has a balance. */
const hindiPrepaid = any(String.raw`प्रीपेड|रिचार्ज|बैलेंस|क्रेडिट|prepaid|recharge|richarge|balance`);
const ends = any(
  String.raw`(?:run|runs|running|ran) out|(?:will|does|do|how long) .*last|lasts?(?! (?:night|week|month|quarter|year) )|how long|until when|when .*(?:ends?|gone|finish\S*|empty)`,
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
  // «Qué debo hacer»: what is owed is paid, and nothing else is done with it.
  String.raw`(?:cuanto (?:\S+ )?|que )deb(?:o|emos)(?! (?:de |que )?(?!pagar)\S*[aei]r(?:me|nos|se|l[aeo]s?)? )`,
  String.raw`बकाया|bakaya`,
);

/** A car that is charged, a roof that is paid for, the power that is contracted. */
const ofElse = any(
  String.raw`cars?|evs?|vehicles?|coches?|carros?|vehiculos?|कार|गाडी|gaa?di`,
  String.raw`solar|pv|panels?|placas|paneles|fotovoltaic\S*|excedentes?|सोलर|सौर|saur`,
  String.raw`fij[ao]s?|potencia`,
);
const priced = any(
  String.raw`costs?|cheap\S*|expensive|dear(?:er|est)?`,
  String.raw`cuest\S*|cost[eo]s?|costar\S*|barat[ao]s?|car[ao]s?`,
  String.raw`पडत[ाीे]|महंग\S*|सस्त\S*|padt[aie]|mehng\S*|mahang\S*|sast\S*`,
);

/** By the words as they were said: the spelling of these is mended into others that are asked of more often. */
export const payments: Rule = ({ said, has, language, utility, devices, period, isFuture, home }) => {
  const of = (ask: Extract<Intent, { about: 'payments' }>['ask']): Intent => ({ about: 'payments', ask, utility });
  if (devices.length > 0 || ofElse.test(said)) return null;
  if (instalments.test(said) && enough.test(said)) return of('enough');
  const isOfPrepaid = prepaid.test(said) || (language === 'hi' && hindiPrepaid.test(said));
  if (isOfPrepaid && !used.test(said) && !priced.test(said) && !has('bill', 'compare')) {
    const isOfEnd = ends.test(said);
    // Of what was topped up then nothing is told.
    const isOfThen =
      period !== null && (isOfEnd ? period.name !== null && period.to <= home.today : period.name !== 'today');
    return isOfThen ? unknown : of(isOfEnd ? 'ends' : 'left');
  }
  const isOfBill = has('bill', 'bills', 'why', 'last', 'will') || period !== null || isFuture;
  return owed.test(said) && !isOfBill ? of('owed') : null;
};
