/** What a home made, stored and gave back, and how far it gets by itself. */
import { hasTrait } from '#catalogue/index.ts';
import type { Intent } from '../../intent.ts';
import type { Asked, Rule } from '../asked.ts';
import { assumed } from '../times/spans.ts';

type FlowsAsk = Extract<Intent, { about: 'flows' }>['ask'];

const any = (...patterns: readonly string[]): RegExp => new RegExp(` (?:${patterns.join('|')})(?= )`, 'u');

// As words are folded: small letters, no marks. Hindi in both of its scripts.
const selfSufficiency = any(
  String.raw`(?:self[ -]?suffici\S*|self reliant|autark\S*|off[ -]grid|independen\S* (?:of|from) the grid)`,
  String.raw`(?:autosuficien\S*|autarqui\S*|independ\S* de la red)`,
  String.raw`(?:आत्मनिर्भर\S*|aa?tma?nirbhar\S*)`,
);
const selfUse = any(
  String.raw`self[ -]?(?:use|used|consum\S*)`,
  String.raw`autoconsum\S*`,
  String.raw`(?:खुद की बनी|अपनी बनी|khud ki bani|apni bani) \S+ .*(?:खर्च|इस्तेमाल|उपयोग|kharch|istemal|upyog)`,
);
const discharged = any(
  String.raw`(?:out of|from) (?:the |my |our )?batter(?:y|ies)`,
  String.raw`batter(?:y|ies) (?:give|gave|gives|given|deliver\S*|discharge\S*|provide\S*|return\S*|suppl\S*)`,
  String.raw`(?:de la bateria|(?:dio|ha dado|entrego|devolvio|descargo) la bateria|bateria (?:dio|descargo|entrego))`,
  String.raw`(?:बैटरी से|बैटरी ने (?:\S+ )*(?:दी|दिया)|battery se|battery ne (?:\S+ )*(?:di|diya))`,
);
const charged = any(
  String.raw`(?:into|in) (?:the |my |our )?batter(?:y|ies)`,
  String.raw`(?:charge[ds]?|charging|stored?) (?:\S+ ){0,2}batter(?:y|ies)|batter(?:y|ies) (?:charge[ds]?|take|took|stored?)`,
  String.raw`(?:(?:a|en) la bateria|(?:cargo|ha cargado|cargamos|guardo) la bateria|bateria (?:cargo|ha cargado|guardo))`,
  String.raw`(?:बैटरी में|battery (?:mein|me|mai))`,
);
const returned = any(
  String.raw`(?:return|returned|returning|export|exported|exports|feed[ -]?in|fed[ -]?in|feed|fed|feeding|inject|injected|surplus)`,
  String.raw`(?:send|sent|give|gave|given|put|push|pushed|sell|sold|go|goes|going|went)(?: \S+){0,3} (?:back|(?:in)?to the (?:grid|network))`,
  String.raw`(?:verti|vertido|vertida|vertidos|vertio|vertimos|vertemos|vierto|verter|inyect\S*|excedente\S*|export\S*|(?:devolv\S*|devuel\S*|manda\S*|mande|envi\S*|vendi\S*)(?: \S+){0,3} (?:a la red|electricidad|luz|energia)|devolvi|devolvimos|devuelto)`,
  String.raw`(?:लौटा\S*|वापस (?:\S+ )?(?:भेज\S*|दी|दिय\S*|की|गई|गय\S*)|ग्रिड (?:को|में|पर) (?:\S+ )*(?:भेज\S*|दी|दिय\S*|गई|गय\S*|डाल\S*|बेच\S*)|निर्यात|एक्सपोर्ट)`,
  String.raw`(?:lauta\S*|(?:wapas|vapas) (?:\S+ )?(?:bhej\S*|di|diya|ki|gayi|gai)|grid (?:ko|mein|me|par) (?:\S+ )*(?:bhej\S*|di|diya|gayi|gai|bech\S*))`,
);
const maker = String.raw`(?:roof|rooftop|solar|pv|panels?|photovoltaics?|sun|inverter|tejado|techo|placas|paneles|fotovoltaic\S*|sol|inversor|छत|सोलर|सौर|पैनल\S*|इन्वर्टर|chhat|chat|saur|panel\S*)`;
const made = String.raw`(?:make|made|making|give|gave|yield\S*|deliver\S*|do|did|hizo|hicieron|hacen|hace|hicimos|dio|dieron|dado|hecho|बना\S*|बनी|दी|दिया|दिए|bani|banai|banayi|banaya|bana|di|diya)`;
const produced = any(
  String.raw`(?:produc(?:e|ed|es|ing|tion)|generat(?:e|ed|es|ing|ion))`,
  String.raw`${maker}(?: \S+){0,4} ${made}|${made}(?: \S+){0,4} ${maker}`,
  String.raw`(?:produzco|producimos|produce|producen|produci|producido|produccion|produje|produjo|produjeron|produjimos|gener(?:e|o|a|amos|ado|ar|aron|acion))`,
  String.raw`(?:पैदा|उत्पादन|उत्पन्न|जनरेट|बिजली (?:\S+ ){0,2}(?:बनी|बनाई|बनायी)|(?:बनी|बनाई) (?:\S+ )?बिजली)`,
  String.raw`(?:paida|utpadan|generate|bijli (?:\S+ ){0,2}(?:bani|banai|banayi))`,
);
/** The sun alone names what it makes, in a home that has it. */
const ofSun = any(maker);
const drawn = any(
  String.raw`(?:from|off) the grid`,
  String.raw`(?:de la red|desde la red)`,
  String.raw`(?:ग्रिड से|grid se)`,
);

/** The first that is named decides: what came out of the battery is more than what was drawn. */
const asks: readonly (readonly [FlowsAsk, RegExp])[] = [
  ['self-sufficiency', selfSufficiency],
  ['self-use', selfUse],
  ['discharged', discharged],
  ['charged', charged],
  ['returned', returned],
  ['produced', produced],
  ['drawn', drawn],
];

/** Of money, of a bill, of a plug that charges a car and of what is to be set something else is told. */
const isOfElse = ({ has, utility, devices }: Asked): boolean =>
  has('bill', 'cost', 'pay', 'tariff', 'budget', 'switchOn', 'switchOff', 'explain', 'tips', 'leak', 'alerts') ||
  // How much was exported is no wish to export anything.
  (has('setting') && !has('howMuch', 'which')) ||
  (utility !== null && !hasTrait(utility, 'isTwoWay')) ||
  devices.length > 0;

export const flows: Rule = (asked) => {
  const { said, has, period, isFuture, home } = asked;
  if (isOfElse(asked) || has('why')) return null;
  const own = (home.flows ?? []).length > 0;
  const found = asks.find(([, pattern]) => pattern.test(said))?.[0] ?? (own && ofSun.test(said) ? 'produced' : null);
  if (found === null) return null;
  // The sun is told of as what is not measured here, where nothing measures it.
  if (!own && has('otherUtility')) return null;
  const isAsked =
    has('howMuch', 'show', 'use', 'electricity', 'average') || period !== null || found.startsWith('self');
  if (!isAsked && !own) return null;
  if (isFuture) return { about: 'impossible', why: 'future', named: null };
  return { about: 'flows', ask: found, period: period ?? assumed('this-month', home.today) };
};
