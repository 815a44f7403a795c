/** What an answer must not be: a figure of today for a time to come, or one for a part that was left out, without a word of it. */

import { type Caveat, isAnyAsked, type Intent } from '../intent.ts';
import { hourIn } from '../usage/periods.ts';
import type { Asked } from './asked.ts';
import { isActDenied, leftOutOf, unreadNegation } from './negation.ts';

/** Whether a question speaks of a time that has not come: by the time it names, or by its verbs. */

/** "La mañana" is a morning. */
const tomorrowWords =
  / (?:tomorrow|tomorrows|tmrw|tmr|tomoro|2moro)(?: |$)|(?<! (?:la|esta|una|cada|media|hoy|ayer|toda|las)) manana | (?:आने वाले|आनेवाले|aane wale|aanewale) (?:कल|kal) /;
const kal = / (?:कल|परसों|kal|parso|parson|kl) /;

const unit =
  '(?:hours?|days?|weeks?|months?|years?|weekends?|quarters?|fortnight|summer|winter|spring|autumn|season|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|christmas)';
const unidad =
  '(?:horas?|dias?|semanas?|mes|meses|anos?|fin(?:es)? de semana|trimestres?|quincena|verano|invierno|primavera|otono|lunes|martes|miercoles|jueves|viernes|sabado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|navidad\\S*)';
const count =
  '(?:\\d+|a|one|two|three|four|five|six|seven|ten|few|couple of|un|una|unos|unas|dos|tres|cuatro|cinco|seis|siete|diez|pocos|pocas)';

const named = new RegExp(
  [
    ` day after tomorrow `,
    ` (?:next|coming|upcoming|following) (?:${count} )?${unit} `,
    ` ${unit} (?:coming|ahead|to come|from now) `,
    ` in ${count} ${unit} time `,
    ` within the next `,
    ` (?:in the future|from now on|later today|later this|rest of the|rest of this|coming up) `,
    ` pasado manana `,
    ` (?:proxim[oa]s?|siguientes?) (?:${count} )?${unidad} `,
    ` ${unidad} (?:proxim[oa]s?|siguientes?|que vienen?|que entra|entrante|venider[oa]s?) `,
    ` dentro de ${count} ${unidad} `,
    ` (?:en el futuro|de aqui a|a partir de manana|lo que queda de|el resto de(?:l)?) `,
    ` (?:अगले|अगला|अगली|आगामी|आने वाले|आने वाली|आने वाला|आनेवाले) `,
    ` (?:दिन|दिनों|हफ्ते|हफ्तों|महीने|महीनों|साल) बाद `,
    ` (?:agle|agla|agli|agale|aane wale|aane wali|aanewale|ane wale) `,
    ` (?:din|dino|dinon|hafte|mahine|saal) (?:baad|bad) `,
  ].join('|'),
  'u',
);

/** Of verbs: what is asked to be done at once ("will you tell me") is not meant. */
const verbs = new RegExp(
  [
    ` (?:will|gonna|shall)(?! you (?:please )?(?:tell|show|give|list|check|help|explain)) `,
    ` (?:am|is|are|m|s|re) going to (?!be told)`,
    `(?:ll|going to) (?:use|cost|need|consume|spend|pay|be) `,
    ` (?:voy|vas|va|vamos|van) a (?!ver |decir|mirar|saber)\\S+[aei]r(?:me|nos|se|lo|la|te)? `,
    `(?<! que) (?:(?:(?:gast|cost|pag|us|necesit|lleg|baj|est)ar|(?:consum|sub)ir|ser|tendr|habr|podr|saldr|vendr|har)(?:a|an|e|emos)) `,
    ` \\S*(?:ेग|एग|येग|ेंग|एंग|येंग|ूंग|ऊंग|होंग|ओग|करोग)[ाीे] `,
    ` (?:hoga|hogi|honge|legi|lega|lenge|degi|dega|denge|(?!meh|mah)\\S{2,}(?:ega|egi|enge|engi|unga|ungi|oonga|oongi|aoge)) `,
  ].join('|'),
  'u',
);
/** "When should I run it": of "कल" it makes tomorrow. */
const shouldBe = / (?:\S*(?:ाऊं|ाएं|ाना|करूं|करें|चाहिए)|chala(?:u|un|ye|na)|laga(?:u|un|ye|na)|karu|karun|chahiye) /;
/** With its accent there is no doubt. */
const futureInSpanish =
  /(?<!\p{L})(?!est[áé])\p{L}{2,}(?:aré|ará|arán|aremos|eré|erá|erán|eremos|iré|irá|irán|iremos|drá|drán|dré|dremos|brá|brán)(?!\p{L})/iu;

const past =
  / (?:था|थी|थे|हुआ|हुई|हुए|गया|गयी|गई|गए|किया|की थी|लगा|लगी|लगे|लिया|ली|आया|आई|चला|चली|रहा|रही|जली|खाई|खायी|tha|thi|the|hua|hui|hue|gaya|gayi|gai|gaye|kiya|laga|lagi|liya|li|aaya|aya|aayi|chala|chali|raha|rahi|jali|khayi) /;

const saidIn = ({ said, text }: Asked): readonly string[] => [said, text];

/** Verbs that tell of what will be. */
const isInFutureTense = (asked: Asked): boolean => verbs.test(asked.said) || futureInSpanish.test(asked.typed);

const hasKal = (asked: Asked): boolean => asked.language === 'hi' && saidIn(asked).some((text) => kal.test(text));

/** "कल" is the day before and the day after: its verb says which. Null: no verb does. */
const kalIsPast = (asked: Asked): boolean | null => {
  if (!hasKal(asked)) return null;
  const texts = saidIn(asked);
  if (isInFutureTense(asked)) return false;
  if (texts.some((text) => past.test(text))) return true;
  return texts.some((text) => shouldBe.test(text)) ? false : null;
};

/** Neither verb nor anything else says which day "कल" is. */
const isKalUnsaid = (asked: Asked): boolean => hasKal(asked) && kalIsPast(asked) === null && !asked.isFuture;

const isOfTomorrow = (asked: Asked): boolean =>
  saidIn(asked).some((text) => tomorrowWords.test(text)) ||
  (kalIsPast(asked) === false && !saidIn(asked).some((text) => / (?:परसों|parso|parson) /.test(text)));

/** A time that has not come is named. */
const namesFuture = (asked: Asked): boolean =>
  asked.isFuture || isOfTomorrow(asked) || kalIsPast(asked) === false || saidIn(asked).some((text) => named.test(text));

const future: Intent = { about: 'impossible', why: 'future', named: null };

const ofFigures: ReadonlySet<Intent['about']> = new Set([
  'usage',
  'now',
  'compare',
  'compare-parts',
  'flows',
  'co2',
  'bill',
  'closed-bill',
  'bill-change',
  'costs',
  'tariff',
]);
/** What is so now, or was noticed. */
const ofNow: ReadonlySet<Intent['about']> = new Set(['devices', 'device', 'alerts', 'household']);

/** Whatever else is not to be done. */
const isSaidAnyway: ReadonlySet<Intent['about']> = new Set(['safety', 'refused', 'help', 'greeting', 'thanks']);

const periodOf = (intent: Intent) => ('period' in intent ? intent.period : null);

/** "Will you tell me what we used yesterday" is of yesterday; "what will it use on Friday" of no Friday that was. */
const isPast = (intent: Intent, asked: Asked): boolean => {
  const period = periodOf(intent);
  if (period === null || period.isAssumed || period.to > asked.home.today) return false;
  return period.name !== null
    ? !period.name.endsWith('weekend')
    : asked.has('last', 'ago') || / 20\d\d /.test(asked.text);
};

/** "Tonight" said in the morning. */
const hasNotBegun = (intent: Intent, { home }: Asked): boolean => {
  const period = periodOf(intent);
  return (
    period?.hours !== undefined &&
    period.from === home.today &&
    period.hours.from > hourIn(home.timeZone)(new Date(home.nowMs).toISOString())
  );
};

const isToCome = (intent: Intent, asked: Asked): boolean =>
  namesFuture(asked) || hasNotBegun(intent, asked) || (isInFutureTense(asked) && !isPast(intent, asked));

/** "When is it cheapest tomorrow", "what will electricity cost": the prices of tomorrow are the answer. */
const isOfPrices = ({ has, language, utility, rooms, devices }: Asked): boolean =>
  isAnyAsked(utility, 'hasCapacity') &&
  !has('bill') &&
  (has('cheapHours', 'cheapest', 'dearHours', 'dearest', 'tariff') ||
    (has('when') && !has('use', 'most', 'least')) ||
    (has('cost') &&
      language !== 'hi' &&
      utility !== null &&
      !has('use', 'total') &&
      rooms.length + devices.length === 0));

/** Of a price tomorrow's is known; of a bill what it will likely come to; of all else nothing. */
const ofTimeToCome = (intent: Intent, asked: Asked): Intent => {
  const isOpenBill = intent.about === 'bill';
  if (isOpenBill && intent.ask !== 'so-far' && intent.ask !== 'parts') return intent;
  if (intent.about === 'tariff') {
    if (isOfTomorrow(asked)) return { ...intent, ask: 'tomorrow' };
    return namesFuture(asked) ? future : intent;
  }
  const isOfBills = isOpenBill || (asked.has('bill') && ['closed-bill', 'bill-change'].includes(intent.about));
  const isRanked = intent.about === 'closed-bill' && !['amount', 'parts', 'total'].includes(intent.ask);
  if (isOfBills && !isRanked) return { about: 'bill', ask: 'forecast', utility: asked.utility };
  return future;
};

/** "And tomorrow?" after a price goes on with it. Null: nothing is known of tomorrow that was asked for. */
const ofTomorrow = (asked: Asked): Intent | null => {
  const { previous, utility } = asked;
  if (!isOfTomorrow(asked)) return null;
  if (previous?.about === 'tariff' && !asked.has('use')) return { ...previous, ask: 'tomorrow' };
  return isOfPrices(asked) ? { about: 'tariff', utility, ask: 'tomorrow' } : null;
};

/** What is answered instead of what would go past the limits. */
export const withinLimits = (intent: Intent, asked: Asked): Intent => {
  const { about } = intent;
  if (!isSaidAnyway.has(about) && isActDenied(asked)) return { about: 'left-as-is' };
  const isOfSwitch = about === 'switch' || (about === 'unclear' && intent.what === 'switch');
  if (isOfSwitch && (unreadNegation(asked) !== null || leftOutOf(asked) !== null)) return { about: 'left-as-is' };
  if ((ofFigures.has(about) || ofNow.has(about)) && isToCome(intent, asked)) {
    if (about === 'alerts' && !namesFuture(asked)) return intent;
    const toCome = ofTimeToCome(intent, asked);
    return toCome === future ? (ofTomorrow(asked) ?? future) : toCome;
  }
  if (about === 'impossible' && intent.why === 'future') return ofTomorrow(asked) ?? intent;
  if (about === 'devices' && (intent.ask === 'on' || intent.ask === 'off') && unreadNegation(asked) !== null)
    return { ...intent, ask: intent.ask === 'on' ? 'off' : 'on' };
  return intent;
};

export const caveatsOf = (intent: Intent, asked: Asked): Caveat[] => {
  if (!ofFigures.has(intent.about)) return [];
  const unread = unreadNegation(asked);
  const isOfKal = isKalUnsaid(asked) && periodOf(intent)?.to === asked.home.today;
  const isOfOpenCycle = intent.about === 'bill' && intent.ask === 'forecast' && namesFuture(asked);
  return [
    ...(unread === null ? [] : [{ kind: 'left-out', words: unread } as const]),
    ...(isOfKal ? [{ kind: 'kal' } as const] : []),
    ...(isOfOpenCycle ? [{ kind: 'open-cycle' } as const] : []),
  ];
};
