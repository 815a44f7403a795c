import type { Language } from '#catalogue/index.ts';
import type { SelectOption } from '#shell/ui/field.tsx';

// ISO 3166-1, two letters each.
const countries =
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW';

export function countryOptions(language: Language): SelectOption[] {
  return named(countries.split(' '), language, 'region');
}

export function currencyOptions(language: Language, current: string): SelectOption[] {
  const codes = new Set([...Intl.supportedValuesOf('currency'), current]);
  return named([...codes], language, 'currency').map(({ value, label }) => ({ value, label: `${value} · ${label}` }));
}

export function timeZoneOptions(current: string): SelectOption[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current]);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}

function named(codes: readonly string[], language: Language, type: 'region' | 'currency'): SelectOption[] {
  const names = new Intl.DisplayNames(language, { type });
  const byName = new Intl.Collator(language);
  return codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => byName.compare(a.label, b.label));
}
