/** Whether a question speaks of a time that has not come: by the time it names, or by its verbs. */
import type { Asked } from './asked.ts';

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
export const isInFutureTense = (asked: Asked): boolean => verbs.test(asked.said) || futureInSpanish.test(asked.typed);

const hasKal = (asked: Asked): boolean => asked.language === 'hi' && saidIn(asked).some((text) => kal.test(text));

/** "कल" is the day before and the day after: its verb says which. Null: no verb does. */
export const kalIsPast = (asked: Asked): boolean | null => {
  if (!hasKal(asked)) return null;
  const texts = saidIn(asked);
  if (isInFutureTense(asked)) return false;
  if (texts.some((text) => past.test(text))) return true;
  return texts.some((text) => shouldBe.test(text)) ? false : null;
};

/** Neither verb nor anything else says which day "कल" is. */
export const isKalUnsaid = (asked: Asked): boolean => hasKal(asked) && kalIsPast(asked) === null && !asked.isFuture;

export const isOfTomorrow = (asked: Asked): boolean =>
  saidIn(asked).some((text) => tomorrowWords.test(text)) ||
  (kalIsPast(asked) === false && !saidIn(asked).some((text) => / (?:परसों|parso|parson) /.test(text)));

/** A time that has not come is named. */
export const namesFuture = (asked: Asked): boolean =>
  asked.isFuture || isOfTomorrow(asked) || kalIsPast(asked) === false || saidIn(asked).some((text) => named.test(text));
