/** What is refused: other homes, secrets, and orders to be somebody else. */
import type { Asked, Rule } from '../asked.ts';
import type { Concept } from '../lexicon/en.ts';
import { isStrange } from './one-part.ts';

/** To change one's own password is a setting; to be told one is not. */
const ownSecret = /^(?:password|contrasena|पासवर्ड)s?$/;

/** Of one's own devices it is no misuse. */
const allOfIt = /^(?:delete all|borra todos|elimina todos|borrar todos|eliminar todos)$/;

/** Text that makes as if somebody else had spoken. */
const speaker = /(?:^|[\s[<#])(?:assistant|system|developer)[\]>]?\s*:/i;
/** «El consumo de los García», «la casa de Pepa», "the smith family's bill", "शर्मा जी के घर". */
const family =
  /(?:familia|de los|casa de) \p{Lu}\p{Ll}{2,}| (?!our |the |whole )\p{L}{3,} family['’]s|[\p{L}\p{M}]{3,} (?:ji|जी) (?:ke|के) (?:ghar|घर)(?= |$)/u;

const place = /^(?:household|home|house|flat|apartment|hogar|casa|vivienda|departamento|घर|ghar)$/;
const isOfTime = (concept: Concept): boolean => /^(?:m\d+|day|week|month|year|hour|nth|ago)$/.test(concept);

/** "House 42", "at number 9", "9 नंबर वाले"; not "at home 3 November". */
const isNumbered = ({ text, reading: { items } }: Asked): boolean =>
  / \d+ (?:नंबर|number) (?:वाल|wal)\S* /.test(text) ||
  items.some((item, at) => {
    const isAt = /^(?:at|of|del|el|en)$/.test(items[at - 1]?.text ?? '');
    const isPlace = place.test(item.text) || (isAt && /^(?:number|numero)$/.test(item.text));
    const next = items[at + 2]?.text === 'de' ? items[at + 3] : items[at + 2];
    return isPlace && /^\d+$/.test(items[at + 1]?.text ?? '') && ![...(next?.concepts ?? [])].some(isOfTime);
  });

const title = /^(?:mr|mrs|ms|senor|senora|sr|sra|don|dona|shri|shrimati|श्री|श्रीमती)$/;
const ownersHome = /(\p{L}{3,})['’]s (?:house|home|household|flat|apartment|place)(?!\p{L})/u;

/** "Mrs Patel", "the Jones family", "Sarah's house": a name that nothing here has. */
const isOfSomebody = ({ reading: { items } }: Asked, typed: string): boolean => {
  const owner = ownersHome.exec(typed)?.[1];
  return items.some((item, at) => {
    if (!isStrange(item)) return false;
    const [before, after] = [items[at - 1]?.text ?? '', items[at + 1]?.text];
    return title.test(before) || item.typed === owner || (before === 'the' && after === 'family');
  });
};

/** What "the others" use, who are no devices. */
const theOthers = / los demas (?:de |en |por |normalmente |$)/;

const office = `police|policeman|council|government|ministry|court|tax office|inspector|(?:electricity|power|water|energy|utility) (?:company|board)|policia|ayuntamiento|gobierno|juzgado|hacienda|compania|पुलिस|सरकार|विभाग|अदालत|sarkar|vibhag`;
/** "I am from the police": whoever says so is shown no more. Who says "our" asks of their own. */
const inOffice = new RegExp(
  [
    ` (?:i am|im|we are|this is|calling)(?: calling)?(?: from| with)?(?: the| your| a)? (?:${office}) `,
    ` (?:soy|somos|hablo|habla)(?: (?!client)\\S+){0,4} (?:${office}) `,
    ` (?:main|mai|hum|मैं|हम) (?:\\S+ )?(?:${office}) (?:\\S+ )?(?:हूं|हैं|बोल\\S*|hu|hun|hoon|hain|bol\\S*) `,
  ].join('|'),
);
const own = / (?:my|our|we|mi|mis|nuestr\S+|meri|mera|mere|hamar\S|मेर\S|हमार\S|हमने) /;

export const refused: Rule = (asked) => {
  const { has, reading, text, typed, home } = asked;
  const others = typed.replace(home.name, '');
  if (family.test(others) || theOthers.test(text) || isOfSomebody(asked, others)) return { about: 'refused' };
  if (isNumbered(asked) || speaker.test(typed)) return { about: 'refused' };
  if (inOffice.test(text) && !own.test(text)) return { about: 'refused' };
  const said = reading.items.filter(({ concepts }) => concepts.has('hostile'));
  const isOfDevices = has('device') && said.length > 0 && said.every((item) => allOfIt.test(item.text));
  if (isOfDevices) return { about: 'impossible', why: 'setting', named: null };
  const isOwn = has('setting') && said.every((item) => ownSecret.test(item.text));
  return said.length > 0 && !isOwn ? { about: 'refused' } : null;
};
