/** Somebody needs help, or asks what a home's meters cannot know of others; and CO2, which its factors tell. Told in whatever language, whatever the page is in. */
import type { Intent } from '../../intent.ts';
import type { Asked, Rule } from '../asked.ts';
import { type Concept, fold } from '../lexicon.ts';
import { foldName } from '../reading.ts';
import { assumed } from '../times/spans.ts';
import { isStrange } from './one-part.ts';

type Danger = Extract<Intent, { about: 'safety' }>['what'];

/** Folded words as they were typed, a space on both ends: a mended spelling must not hide a fire. */
const saidIn = ({ said, home }: Asked): string => {
  // Of a device that is called "Smoke detector" much else may be asked.
  return home.devices.reduce((rest, { name }) => {
    const named = foldName(name).join(' ');
    return named.includes(' ') ? rest.replaceAll(` ${named} `, ' ') : rest;
  }, said);
};

const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(` (?:${patterns.join('|')}) `, 'u');

const fire = anyOf(
  '(?:is|are|was|be|been|caught|catch|catching|something|everything) (?:on )?fire',
  'on fire|a fire|house fire|flames?|sparks?|sparking|burning smell|burnt smell|smell(?:s|ing)? (?:\\S+ ){0,2}(?:burn\\S*|smoke|smoky)',
  '(?:something|cable|cables|wire|wires|wiring|socket|plug|outlet|house|kitchen|room|curtain|fuse|panel) (?:is |are |s )?(?:burning|melting|smoking|smouldering)(?! (?:power|electricity|energy|through|money|kwh|up))',
  'smoking|smoke(?! (?:detectors?|alarms?|sensors?|test))|smoke alarm (?:is |s |keeps )?(?:going|ringing|beeping|sounding)|short circuit|exploded|explosion',
  'incendio|fuego|humo(?<!(?:detector|sensor|alarma)(?:es)? de humo)|(?:huele|olor|oler) a (?:quemado|chamuscado|humo|plastico)|se (?:esta )?(?:quema|quemando|incendia)|ardiendo|arde|chispas|chispazos?|cortocircuito|explotado',
  'आग|धुआं|धुंआ|धुआ|धुंए|धुएं|चिंगारी\\S*|शॉर्ट सर्किट|(?:जलने|जले) की (?:बू|बदबू|गंध|महक|smell)|जलने जैसी (?:बू|बदबू|गंध|महक)',
  'aag|dhua|dhuan|dhuaan|dhuwan|chingari\\S*|(?:jalne|jale) ki (?:bu|boo|badbu|badboo|gandh|smell|mehak)',
);
const gas = anyOf(
  'smell(?:s|ing|ed)? (?:\\S+ ){0,2}gas|gas (?:leak\\S*|smell\\S*|escaping)|leaking gas|rotten eggs?|carbon monoxide',
  '(?:huele|olor|oler) (?:mucho )?a gas|(?:fuga|escape) de gas|se escapa (?:el )?gas|monoxido(?: de carbono)?',
  '(?:गैस|सिलेंडर) (?:की |से )?(?:\\S+ )?(?:बू|बदबू|गंध|महक|लीक|रिसाव|रिस|स्मेल)',
  '(?:gas|cylinder) (?:ki |se )?(?:\\S+ )?(?:bu|boo|badbu|badboo|gandh|mehak|leak|smell|risav)',
);
const shock = anyOf(
  'electrocuted|electrocution|electric(?:al)? shocks?|(?:got|get|gets|getting|gave|gives|giving|have|had|felt) (?:me |us |him |her )?(?:a |an |small |little |bad )*shocks?|(?:tingl\\S+|zapped)(?: \\S+){0,4} (?:touch\\S*|appliance|machine)',
  'calambrazos?|(?:un |el |da |dio |dado |dar )calambres?|electrocut\\S+|descarga electrica|(?:dado|dio|da|pega|pego) (?:la )?corriente|chispazo',
  'करंट (?:लग|मार|आ|मारा|लगा|लगता|लगती|दे)\\S*|करंट आ रहा|बिजली का (?:झटका|करंट)|झटका (?:लग|मार|दे)\\S*',
  '(?:current|karant) (?:lag|mar|maar|aa ra)\\S*|bijli ka (?:jhatka|current)|jhatka (?:lag|mar|maar|de)\\S*',
);
const socket =
  '(?:sockets?|outlets?|plugs?|plug sockets?|power strips?|extension(?: leads?)?|fuse ?box|fuses?|breakers?|switchboard|wires?|wiring|cables?|electrics|light fitting|enchufes?|regletas?|cables?|cuadro (?:electrico|de luz)|fusibles?|सॉकेट|प्लग|तार|तारों|तारें|स्विच|स्विचबोर्ड|फ्यूज|बोर्ड|एक्सटेंशन|taar|switch ?board|board|socket\\S*|fuse)';
const wet =
  '(?:flood\\S*|leak\\S*|drip\\S*|wet|soaked|puddle|water (?:is |has |s )*(?:com\\S+|runn\\S+|got\\S*|gett\\S+|near|on|in|into|around|all|over|reach\\S*|everywhere|drip\\S*|pour\\S*)|inund\\S+|gote\\S+|mojad\\S+|(?:cae|entra|entrando|sale|corre|hay|llega) agua|agua (?:\\S+ ){0,3}(?:sobre|en|por|cerca|junto|encima|dentro|hasta)|पानी (?:\\S+ ){0,3}(?:टपक|गिर|भर|घुस|पहुंच|आ|जा|लग)\\S*|टपक\\S*|भीग\\S*|गील\\S|बाढ|(?:paani|pani) (?:\\S+ ){0,3}(?:tapak|gir|bhar|ghus|pahunch|aa|ja|lag)\\S*|tapak\\S*|bheeg\\S*|bhig\\S*|geel\\S)';
const flood = anyOf(`${wet} (?:\\S+ ){0,6}${socket}`, `${socket} (?:\\S+ ){0,6}${wet}`);
const grave = anyOf(
  'chest (?:\\S+ ){0,3}(?:hurts?|hurting|pains?|aches?|aching|tight\\S*|pressure|heavy)|chest pains?|pains? in (?:\\S+ )?chest|heart attack|(?:has|had|having) a (?:stroke|seizure|fit)',
  '(?:cant|cannot|can not|can t|struggling to|hard to|unable to|not able to) breathe?|(?:trouble|difficulty) breathing|not breathing|short of breath|choking|suffocat\\S+|drown\\S*',
  'swallowed|drank (?:bleach|detergent|cleaner)|unresponsive|(?:wont|not|doesnt) wak(?:e|ing) up|(?:is|lying|lies) (?:lying )?on the (?:floor|ground)(?<! (?:water|it) is (?:lying )?on the (?:floor|ground))|unconscious|faint(?:ed|ing)|passed out|collapsed|bleeding|overdose\\S*|poison\\S*|suicid\\S*|kill(?:ing)? (?:my|him|her)self|want to die|end (?:my|it all) ?(?:life)?|hurt myself|dying',
  'ambulance|(?:an|its an|is an|medical) emergency|(?:broke|broken) (?:my|his|her|an?) (?:leg|arm|hip|neck|wrist)|burn(?:ed|t) (?:my|his|her) \\S+|badly hurt|injured|(?:hit|hurt) (?:my|his|her) head',
  'duelen? (?:mucho )?(?:el |la )?(?:pecho|corazon)|dolor (?:\\S+ ){0,2}pecho|opresion en el pecho|infarto|(?:un )?ictus|derrame cerebral',
  'tragad[oa]|no (?:despierta|reacciona)|no (?:pued\\S+|logro|consig\\S+) respirar|no respira|me ahogo|se (?:esta )?(?:ahoga|ahogando)|inconsciente|desmay\\S+|sangr(?:a|ando|e)|sobredosis|envenen\\S+|intoxica\\S+|suicid\\S+|(?:quiero|queria) morir(?:me)?|matarme|quitarme la vida|ambulancia|una emergencia|herid[oa]|me he quemado|quemaduras?|convulsion\\S*',
  '(?:सीने|छाती|दिल) (?:\\S+ ){0,2}(?:दर्द|जलन|भारी\\S*|दबाव)|हार्ट अटैक|दिल का दौरा|(?:सांस|सांसें) (?:\\S+ ){0,3}(?:नहीं|रुक|फूल|तकलीफ|दिक्कत|अटक)\\S*|दम घुट\\S*|बेहोश|खून (?:बह|निकल|आ)\\S*|जहर|आत्महत्या|(?:मरना|मर जाना) चाह\\S+|एंबुलेंस|एम्बुलेंस|घायल|डूब\\S* (?:गय|रह)\\S*|चोट|निगल\\S*|लकवा|दौरा पड\\S*',
  '(?:seene|sine|chhati|chati|chhaati|dil) (?:\\S+ ){0,2}(?:dard|jalan|bhari\\S*)|dil ka daura|(?:saans|sans|sas) (?:\\S+ ){0,3}(?:nahi|nahin|nhi|ruk|phool|phul|takleef|dikkat)\\S*|dam ghut\\S*|behosh|(?:khoon|khun) (?:beh|bah|nikal|aa)\\S*|zahar|zeher|jahar|(?:aatmahatya|atmahatya)|(?:marna|mar jana) chah\\S+|ghayal|doob (?:gay|rah)\\S*|nigal\\S*|chot (?:lag|aa)\\S*',
);
const unwell = anyOf(
  'headaches?|migraines?|stomach ?aches?|tooth ?aches?|back ?aches?|ear ?aches?|sore throat|a fever|fever|nausea|nauseous|dizzy|dizziness|vomit\\S*|throwing up|diarrh\\S+|coughing|a cough|blood pressure|the flu|panic attacks?|depress(?:ed|ion)',
  '(?:i am|im|i m|i feel|feel|feeling|is|are|so|very|feels) (?:so |very |really )?(?:sick(?! of)|ill|unwell|poorly|faint)',
  '(?:head|stomach|tummy|belly|tooth|teeth|back|neck|throat|ears?|eyes?|knees?|legs?|arms?|foot|feet|hands?|shoulders?|hips?|body) (?:really |still |is |are )*(?:hurts?|hurting|aches?|aching|painful|sore)|pains? in (?:my|his|her) \\S+',
  'dolor de (?:cabeza|estomago|muelas?|dientes?|espalda|garganta|barriga|tripa|oidos?|cuello|rodilla|huesos)|(?:me|le|nos) duelen?|fiebre|migrana|maread[oa]|mareos?|nauseas?|vomit\\S+|diarrea|gripe|me (?:encuentro|siento) (?:muy )?(?:mal|fatal)|(?:estoy|esta) (?:muy )?(?:enferm[oa]|mal[oa]|maluch[oa])|ansiedad|depresion',
  '(?:सिर|सर|पेट|दांत|कमर|पीठ|गले|गला|कान|आंख\\S*|घुटन\\S*|पैर|हाथ|गर्दन|बदन|शरीर) (?:\\S+ ){0,2}(?:दर्द|दुख\\S*|खराब)|सिरदर्द|बुखार|उल्टी|उल्टियां|चक्कर|खांसी|जुकाम|दस्त|बीमार|तबीयत|तबियत|माइग्रेन|घबराहट|डिप्रेशन|दर्द (?:हो|है)',
  '(?:sir|sar|pet|dant|daant|kamar|peeth|gale|gala|kaan|aankh|ghutne|pair|haath|gardan|badan) (?:\\S+ ){0,2}(?:dard|dukh\\S*|kharab)|sirdard|sardard|bukhar|bukhaar|ulti|chakkar|khansi|khaansi|jukam|jukaam|bimar|beemar|tabiyat|tabiat|dard (?:ho|hai|h)',
);

const dangers: readonly (readonly [Danger, RegExp])[] = [
  ['gas', gas],
  ['fire', fire],
  ['flood', flood],
  ['shock', shock],
  ['grave', grave],
  ['unwell', unwell],
];

/** "My bill gave me a shock", «me duele el bolsillo». */
const ofMoney =
  /(?: (?:bills?|invoice|prices?|wallet|pocket|bank|factura|facturas|recibo|bolsillo|cartera|precio|precios|बिल|दाम|कीमत|bil|daam) )/;

/** Danger is never explained away by what else is said; a shock or a pain may be that of a bill. */
export const safety: Rule = (asked) => {
  const text = saidIn(asked);
  const found = dangers.find(([, pattern]) => pattern.test(text))?.[0];
  if (found === undefined) return null;
  if ((found === 'shock' || found === 'unwell') && ofMoney.test(text)) return null;
  // "How much does it burn", "how much leaked at the socket": of figures.
  if ((found === 'flood' || found === 'fire') && asked.has('howMuch', 'most')) return null;
  return { about: 'safety', what: found };
};

const otherHomes =
  'neighbou?r\\S*|next door|other (?:homes?|houses?|households?|flats?|families|people)|similar (?:homes?|houses?|households?|flats?)|(?:homes?|houses?|households?|flats?|families) like (?:mine|ours)|(?:the|an) average (?:home|house|household|family|flat)|average (?:homes|houses|households|families|flats)|typical (?:home|house|household|family)|everyone else|everybody else|most people|people (?:around|near) (?:here|me|us)|people here|than others|vecin\\S+|otr[oa]s (?:casas|hogares|familias|pisos|viviendas|personas)|(?:casas?|hogar|hogares|familias?|pisos?|viviendas?) (?:parecid|similar|como)\\S*|(?:hogar|familia|casa|vivienda) (?:media|medio|promedio|tipic[oa])|la gente|los demas|पडोस\\S*|दूसरे (?:घर|घरों|लोग|लोगों|परिवार\\S*)|दूसरों|(?:बाकी|अन्य) (?:घर|घरों|लोग|लोगों|परिवार\\S*)|(?:औसत|आम) (?:घर|परिवार)|(?:हमारे|मेरे) जैसे (?:घर|घरों)|pados\\S*|dusre (?:ghar|gharo|gharon|log|logo|logon)|dusro|dusron|(?:baki|baaki) (?:ghar|gharo|gharon|log|logo|logon)|(?:ausat|aam) (?:ghar|parivar)|mere jaise ghar\\S*';
const areOthers = anyOf(otherHomes);
const isSetBeside =
  / (?:than|compar\S*|versus|vs|against|more|less|better|worse|rank|normal|average|typical|similar|like (?:mine|ours)|mas|menos|frente|respecto|igual|mejor|peor|promedio|media|medio|parecid\S*|similar\S*|ज्यादा|अधिक|कम|तुलना|मुकाबले|अपेक्षा|बराबर|बेहतर|औसत|औसतन|सामान्य|नॉर्मल|zyada|jyada|jada|kam|tulna|mukabl\S*|muqabl\S*|barabar|behtar|ausat|ausatan) /;

/** To be set beside others is no prying into them; to be told what they use is. */
export const others: Rule = (asked) => {
  const text = saidIn(asked);
  const isOnlyThat = asked.reading.items
    .filter(({ concepts }) => concepts.has('hostile'))
    .every(({ text: hostile }) => areOthers.test(` ${hostile} `));
  return areOthers.test(text) && isSetBeside.test(text) && isOnlyThat
    ? { about: 'impossible', why: 'others', named: null }
    : null;
};

/** As it is typed: letters and figures are parted when words are read. */
const ofCarbon =
  /co\s?2(?!\d)|co₂|carbon|emission|greenhouse gas|huella|emision|emitid|emitimos|gases de efecto|कार्बन|उत्सर्जन|सीओ\s?2|प्रदूषण|utsarjan|karbon|pradushan/iu;

/** Advice on using less holds for it too. */
const asksAdvice = / (?:how (?:can|do|could|to)|tips?|advice|como|consejos?|reduc\S*|कैसे|उपाय|kaise|upay) /;

/** It is no gas that anybody measures, and no room. */
const greenhouse = /greenhouse gas|gases? de efecto/;

export const carbon: Rule = ({ typed, text, has, period, isFuture, home, utility, rooms, devices }) => {
  const said = fold(typed.normalize('NFKC'));
  if (!ofCarbon.test(said) || (has('tips') && asksAdvice.test(text))) return null;
  if (isFuture) return { about: 'impossible', why: 'future', named: null };
  // Rooms and devices are no part of it: what came from the grid is known of the home alone.
  const isName = greenhouse.test(said);
  if (!isName && rooms.length + devices.length > 0) return { about: 'impossible', why: 'outside', named: null };
  return { about: 'co2', period: period ?? assumed('this-month', home.today), utility: isName ? null : utility };
};

// What is refused: other homes, secrets, and orders to be somebody else.

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
  const withoutHome = typed.replace(home.name, '');
  if (family.test(withoutHome) || theOthers.test(text) || isOfSomebody(asked, withoutHome)) return { about: 'refused' };
  if (isNumbered(asked) || speaker.test(typed)) return { about: 'refused' };
  if (inOffice.test(text) && !own.test(text)) return { about: 'refused' };
  const said = reading.items.filter(({ concepts }) => concepts.has('hostile'));
  const isOfDevices = has('device') && said.length > 0 && said.every((item) => allOfIt.test(item.text));
  if (isOfDevices) return { about: 'impossible', why: 'setting', named: null };
  const isOwn = has('setting') && said.every((item) => ownSecret.test(item.text));
  return said.length > 0 && !isOwn ? { about: 'refused' } : null;
};
