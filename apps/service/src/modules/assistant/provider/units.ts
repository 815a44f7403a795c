/** Units as people write them beside a figure, and which of them measure the same. */
import { baseUnits } from '@wattershed/catalogue';

export interface Unit {
  /** Units of one family are changed into each other. */
  readonly family: string;
  /** How many of the family's smallest one it is. */
  readonly size: number;
}

const of = (family: string, size = 1): Unit => ({ family, size });
const money = (code: string, size = 1): Unit => of(`money ${code}`, size);
const anyMoney = 'money *';

/** By how they are written, small letters where nothing else has them. */
const written: ReadonlyArray<readonly [Unit, string]> = [
  [of('energy', 1e9), 'GWh'],
  [of('energy', 1e6), 'MWh|megawatt[- ]hours?|megavatios?[- ]hora|मेगावाट[- ]घंट[ेा]'],
  [of('energy', 1e3), 'kWh|KWh|kwh|kilowatt[- ]hours?|kilovatios?[- ]hora|किलोवाट[- ]घंट[ेा]|units?|यूनिट'],
  [of('energy'), 'Wh|watt[- ]hours?|vatios?[- ]hora|वाट[- ]घंट[ेा]'],
  [of('power', 1e3), 'kW|kilowatts?|kilovatios?|किलोवाट'],
  [of('power'), 'W|watts?|vatios?|वाट'],
  [of('volume'), 'mL|ml|millilit(?:re|er)s?|mililitros?|मिलीलीटर'],
  [of('volume', 1e3), 'L|l|lit(?:re|er)s?|litros?|लीटर|ली\\.?'],
  [of('volume', 1e6), 'm³|m3|cubic met(?:re|er)s?|metros? cúbicos?|घन मीटर'],
  [of('volume', baseUnits.gal), 'gal|gallons?|galones|galón|गैलन'],
  [of('share', 0.01), '%|per ?cent|por ciento|प्रतिशत|फ़ीसदी|फीसदी'],
  [of('temperature'), '°\\s?C|ºC|degrees?|grados?|डिग्री'],
  [of('time', 86_400), 'days?'],
  [of('time', 3600), 'h|hours?|hrs?|horas?|घंट[ेा]|घण्ट[ेा]'],
  [of('time', 60), 'min|minutes?|minutos?|मिनट'],
  [of('mass'), 'kg|g|t|tonn?es?|toneladas?|kilos?|किलो(?:ग्राम)?|टन'],
  [of('fahrenheit'), '°\\s?F|ºF'],
  [of('current'), 'A|amps?|amperios?'],
  [of('tension'), 'V|volts?|voltios?'],
  [of('factor'), '×|x|times|veces|गुना|गुने'],
  [money('*', 0.01), 'ct|cents?|c€|céntimos?|centavos?|पैसे'],
  [money('EUR'), '€|EUR|euros?|यूरो'],
  [money('INR'), '₹|INR|Rs\\.?|rupees?|rupias?|रुपय[ेा]|रुपए|रु\\.?'],
  [money('GBP'), '£|GBP|pounds?|libras?|पाउंड'],
  [money('$'), '(?:US|MX|A|C)?\\$|USD|MXN|ARS|CLP|COP|UYU|AUD|CAD|dollars?|dólares|pesos?|डॉलर'],
];

const endOfWord = '(?![\\p{L}\\p{M}\\d])';
export const unitPattern = `(?:${written.map(([, pattern]) => pattern).join('|')})${endOfWord}`;

const readers = written.map(([unit, pattern]) => [unit, new RegExp(`^(?:${pattern})$`, 'u')] as const);

export const readUnit = (text: string): Unit | null => readers.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** A currency of three letters by the sign it is written with. */
export const moneyOf = (code: string): Unit => readUnit(code) ?? money(code);

/** How many of `to` one of `from` is; null where they do not measure the same. */
export const change = (from: Unit, to: Unit): number | null => {
  const isSame =
    from.family === to.family ||
    (from.family.startsWith('money') && to.family.startsWith('money') && [from.family, to.family].includes(anyMoney));
  return isSame ? from.size / to.size : null;
};
