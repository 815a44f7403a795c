import { useTranslation } from 'react-i18next';
import { createFormat, regionalOf } from '#shell/text/format.ts';
import { useHousehold } from '#shell/household/household.ts';
import { useLanguage } from '#shell/text/use-language.ts';
import type { ChangeRow } from '../changes/change-rows.ts';

const wholeDays = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

/** Outdoor temperatures and their days, in °F where the household's units are those of the United States. */
export function useWeatherFormat() {
  const { t } = useTranslation('billing-weather');
  const language = useLanguage();
  const { data: household } = useHousehold();
  const regional = regionalOf(household);
  const format = createFormat(language, regional);
  const isFahrenheit = regional.units === 'us';
  const written = (degrees: number) => `${format.number(degrees, 1, 1)}\u00a0${isFahrenheit ? '°F' : '°C'}`;
  const difference = (celsius: number) => written(isFahrenheit ? (celsius * 9) / 5 : celsius);
  return {
    format,
    unit: isFahrenheit ? ('fahrenheit' as const) : ('celsius' as const),
    /** What is kept, in tenths of °C. */
    temperature: (tenths: number) => written(isFahrenheit ? (tenths * 9) / 50 + 32 : tenths / 10),
    days: (from: string, to: string) => format.range(Date.parse(from), Date.parse(to), wholeDays),
    /** "It was 4.2 °C colder: 31 kWh more." */
    changeText: ({ degrees, used = 0 }: ChangeRow['part'], quantity: string) => {
      const warmer = Number(((degrees?.now ?? 0) - (degrees?.before ?? 0)).toFixed(1));
      const way = warmer > 0 ? 'warmer' : warmer < 0 ? 'colder' : 'alike';
      const values = { degrees: difference(Math.abs(warmer)), used: quantity };
      return t(`change.${way}.${used > 0 ? 'more' : 'less'}`, values);
    },
  };
}

export type WeatherFormat = ReturnType<typeof useWeatherFormat>;
