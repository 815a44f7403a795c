import { useQueryClient } from '@tanstack/react-query';
import { ArrowRight, House } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askTables } from '#shell/data/tables.ts';
import { dateWriter } from '#shell/text/format.ts';
import type { Household } from '#shell/household/memberships.ts';
import { useNow } from '#shell/parts/clock.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button } from '#shell/ui/button.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Field, Select } from '#shell/ui/field.tsx';
import { useSave } from '../use-save.ts';
import { countryOptions, currencyOptions, timeZoneOptions } from './region-options.ts';

interface HomeStepProps {
  home: Household;
  onLater: () => void;
}

/** Where a home is, as its browser says: accepted in one press, or changed before. */
export default function HomeStep({ home, onLater }: HomeStepProps) {
  const { t } = useTranslation('account');
  const id = useId();
  const { place, setPlace, save } = useHomePlace(home);
  const [isEditing, setEditing] = useState(false);
  return (
    <section
      aria-labelledby={id}
      className="mb-4 rounded-card border border-leaf/50 bg-leaf-soft p-4 sm:px-6 lg:mt-15"
      data-home-step
    >
      <h2 id={id} className="flex items-center gap-2.5 text-title">
        <House className="size-5 shrink-0 text-leaf" aria-hidden />
        {t('home.title')}
      </h2>
      <p className="mt-1 text-ink-soft">{t('home.text')}</p>
      {isEditing ? <PlaceFields place={place} onChange={setPlace} /> : <PlaceText place={place} />}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button pending={save.isPending} onClick={() => save.mutate(undefined)}>
          {t('home.accept')}
        </Button>
        {!isEditing && (
          <Button look="secondary" onClick={() => setEditing(true)}>
            {t('home.edit')}
          </Button>
        )}
        <Button look="quiet" onClick={onLater}>
          {t('home.later')}
        </Button>
      </div>
    </section>
  );
}

/** The same as the first of the steps to one's own figures: its fields stand open. */
export function FirstHome({ home, onLater }: HomeStepProps) {
  const { t } = useTranslation('account');
  const { place, setPlace, save } = useHomePlace(home);
  return (
    <>
      <h3 className="text-[1.375rem] leading-tight font-[650] sm:text-head">{t('home.question')}</h3>
      <p className="mt-1 text-ink-soft">{t('home.from')}</p>
      <PlaceFields place={place} onChange={setPlace} className="sm:grid-cols-2 xl:grid-cols-4" />
      <div className="mt-6 flex flex-wrap gap-2">
        <Button pending={save.isPending} className="max-sm:flex-1" onClick={() => save.mutate(undefined)}>
          {t('home.yes')}
          <ArrowRight className="size-5" aria-hidden />
        </Button>
        <Button look="quiet" onClick={onLater}>
          {t('home.later')}
        </Button>
      </div>
    </>
  );
}

function useHomePlace(home: Household) {
  const queries = useQueryClient();
  const [place, setPlace] = useState<HomePlace>(() =>
    proposeHome(Intl.DateTimeFormat().resolvedOptions().timeZone, home),
  );
  const save = useSave(async () => {
    await askTables((tables) =>
      tables
        .from('households')
        .update({ ...place, time_zone_chosen: true })
        .eq('id', home.id),
    );
    // Figures are cut into days by the zone and written in the units: everything is read anew.
    await queries.invalidateQueries();
  });
  return { place, setPlace, save };
}

function PlaceText({ place }: { place: HomePlace }) {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const name = (type: 'region' | 'currency', code: string) =>
    new Intl.DisplayNames(language, { type }).of(code) ?? code;
  const now = useNow(60_000);
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = dateWriter(language, { timeZone: place.time_zone, ...clock }).format(now);
  const facts = [
    [t('profile.timeZone'), t('home.zone', { zone: place.time_zone.replaceAll('_', ' '), time })],
    [t('profile.country'), place.country === null ? t('profile.noCountry') : name('region', place.country)],
    [t('profile.currency'), name('currency', place.currency)],
    [t('profile.units'), t(place.units === 'us' ? 'profile.us' : 'profile.metric')],
  ] as const;
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-small text-ink-soft">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PlaceFieldsProps {
  place: HomePlace;
  onChange: (place: HomePlace) => void;
  className?: string;
}

function PlaceFields({ place, onChange, className = 'sm:grid-cols-2' }: PlaceFieldsProps) {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const countries = useMemo(() => countryOptions(language), [language]);
  const currencies = useMemo(() => currencyOptions(language, place.currency), [language, place.currency]);
  const zones = useMemo(() => timeZoneOptions(place.time_zone), [place.time_zone]);
  const set = (part: Partial<HomePlace>) => onChange({ ...place, ...part });
  return (
    <div className={classNames('mt-4 grid gap-4', className)}>
      <Field label={t('profile.timeZone')} hint={t('profile.timeZoneHint')}>
        {(control) => (
          <Select
            {...control}
            value={place.time_zone}
            options={zones}
            onChange={(event) => set({ time_zone: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('profile.country')}>
        {(control) => (
          <Select
            {...control}
            value={place.country ?? ''}
            options={[{ value: '', label: t('profile.noCountry') }, ...countries]}
            onChange={({ target }) => {
              const country = target.value || null;
              set({ country, ...habitsOf(country, place.currency) });
            }}
          />
        )}
      </Field>
      <Field label={t('profile.currency')}>
        {(control) => (
          <Select
            {...control}
            value={place.currency}
            options={currencies}
            onChange={(event) => set({ currency: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('profile.units')}>
        {(control) => (
          <Select
            {...control}
            value={place.units}
            options={[
              { value: 'metric', label: t('profile.metric') },
              { value: 'us', label: t('profile.us') },
            ]}
            onChange={(event) => set({ units: event.target.value === 'us' ? 'us' : 'metric' })}
          />
        )}
      </Field>
    </div>
  );
}

// What a browser gives away of a home.

/** Where a home is, as far as a browser gives it away: proposed to its owner, never taken for granted. */
export type HomePlace = Pick<Household, 'time_zone' | 'country' | 'currency' | 'units'>;

/** From the browser's zone; what somebody has set already stands. */
export function proposeHome(zone: string, { country: known, currency, units }: HomePlace): HomePlace {
  const country = known ?? countryOfZone(zone);
  const isUntouched = currency === 'EUR' && units === 'metric';
  return { time_zone: zoneName(zone), country, ...(isUntouched ? habitsOf(country, currency) : { currency, units }) };
}

/** What goes with a country. */
export const habitsOf = (country: string | null, currency: string): Pick<HomePlace, 'currency' | 'units'> => ({
  currency: (country !== null && currencyOfCountry(country)) || currency,
  units: country !== null && gallons.includes(country) ? 'us' : 'metric',
});

export const countryOfZone = (zone: string): string | null => holderOf(zonesByCountry, zoneName(zone)) ?? null;

/** A zone by the name that it has today. */
export const zoneName = (zone: string): string => renamed[zone] ?? zone;

/** Null where none is known, or this browser cannot write it. */
export const currencyOfCountry = (country: string): string | null => {
  const code = holderOf(countriesByCurrency, country);
  return code !== undefined && Intl.supportedValuesOf('currency').includes(code) ? code : null;
};

/** The first word of each line with one of those after it. */
function holderOf(lists: string, wanted: string): string | undefined {
  for (const list of lists.split('|')) {
    const [holder, ...held] = list.trim().split(/\s+/);
    if (held.includes(wanted)) return holder;
  }
  return undefined;
}

/** Time zones by country: the IANA's zone.tab (2025b). */
const zonesByCountry = `
  AD Europe/Andorra | AE Asia/Dubai | AF Asia/Kabul | AG America/Antigua | AI America/Anguilla | AL Europe/Tirane | AM
  Asia/Yerevan | AO Africa/Luanda | AQ Antarctica/McMurdo Antarctica/Casey Antarctica/Davis Antarctica/DumontDUrville
  Antarctica/Mawson Antarctica/Palmer Antarctica/Rothera Antarctica/Syowa Antarctica/Troll Antarctica/Vostok | AR
  America/Argentina/Buenos_Aires America/Argentina/Cordoba America/Argentina/Salta America/Argentina/Jujuy
  America/Argentina/Tucuman America/Argentina/Catamarca America/Argentina/La_Rioja America/Argentina/San_Juan
  America/Argentina/Mendoza America/Argentina/San_Luis America/Argentina/Rio_Gallegos America/Argentina/Ushuaia | AS
  Pacific/Pago_Pago | AT Europe/Vienna | AU Australia/Lord_Howe Antarctica/Macquarie Australia/Hobart
  Australia/Melbourne Australia/Sydney Australia/Broken_Hill Australia/Brisbane Australia/Lindeman Australia/Adelaide
  Australia/Darwin Australia/Perth Australia/Eucla | AW America/Aruba | AX Europe/Mariehamn | AZ Asia/Baku | BA
  Europe/Sarajevo | BB America/Barbados | BD Asia/Dhaka | BE Europe/Brussels | BF Africa/Ouagadougou | BG Europe/Sofia
  | BH Asia/Bahrain | BI Africa/Bujumbura | BJ Africa/Porto-Novo | BL America/St_Barthelemy | BM Atlantic/Bermuda | BN
  Asia/Brunei | BO America/La_Paz | BQ America/Kralendijk | BR America/Noronha America/Belem America/Fortaleza
  America/Recife America/Araguaina America/Maceio America/Bahia America/Sao_Paulo America/Campo_Grande America/Cuiaba
  America/Santarem America/Porto_Velho America/Boa_Vista America/Manaus America/Eirunepe America/Rio_Branco | BS
  America/Nassau | BT Asia/Thimphu | BW Africa/Gaborone | BY Europe/Minsk | BZ America/Belize | CA America/St_Johns
  America/Halifax America/Glace_Bay America/Moncton America/Goose_Bay America/Blanc-Sablon America/Toronto
  America/Iqaluit America/Atikokan America/Winnipeg America/Resolute America/Rankin_Inlet America/Regina
  America/Swift_Current America/Edmonton America/Cambridge_Bay America/Inuvik America/Creston America/Dawson_Creek
  America/Fort_Nelson America/Whitehorse America/Dawson America/Vancouver | CC Indian/Cocos | CD Africa/Kinshasa
  Africa/Lubumbashi | CF Africa/Bangui | CG Africa/Brazzaville | CH Europe/Zurich | CI Africa/Abidjan | CK
  Pacific/Rarotonga | CL America/Santiago America/Coyhaique America/Punta_Arenas Pacific/Easter | CM Africa/Douala |
  CN Asia/Shanghai Asia/Urumqi | CO America/Bogota | CR America/Costa_Rica | CU America/Havana | CV
  Atlantic/Cape_Verde | CW America/Curacao | CX Indian/Christmas | CY Asia/Nicosia Asia/Famagusta | CZ Europe/Prague |
  DE Europe/Berlin Europe/Busingen | DJ Africa/Djibouti | DK Europe/Copenhagen | DM America/Dominica | DO
  America/Santo_Domingo | DZ Africa/Algiers | EC America/Guayaquil Pacific/Galapagos | EE Europe/Tallinn | EG
  Africa/Cairo | EH Africa/El_Aaiun | ER Africa/Asmara | ES Europe/Madrid Africa/Ceuta Atlantic/Canary | ET
  Africa/Addis_Ababa | FI Europe/Helsinki | FJ Pacific/Fiji | FK Atlantic/Stanley | FM Pacific/Chuuk Pacific/Pohnpei
  Pacific/Kosrae | FO Atlantic/Faroe | FR Europe/Paris | GA Africa/Libreville | GB Europe/London | GD America/Grenada
  | GE Asia/Tbilisi | GF America/Cayenne | GG Europe/Guernsey | GH Africa/Accra | GI Europe/Gibraltar | GL
  America/Nuuk America/Danmarkshavn America/Scoresbysund America/Thule | GM Africa/Banjul | GN Africa/Conakry | GP
  America/Guadeloupe | GQ Africa/Malabo | GR Europe/Athens | GS Atlantic/South_Georgia | GT America/Guatemala | GU
  Pacific/Guam | GW Africa/Bissau | GY America/Guyana | HK Asia/Hong_Kong | HN America/Tegucigalpa | HR Europe/Zagreb
  | HT America/Port-au-Prince | HU Europe/Budapest | ID Asia/Jakarta Asia/Pontianak Asia/Makassar Asia/Jayapura | IE
  Europe/Dublin | IL Asia/Jerusalem | IM Europe/Isle_of_Man | IN Asia/Kolkata | IO Indian/Chagos | IQ Asia/Baghdad |
  IR Asia/Tehran | IS Atlantic/Reykjavik | IT Europe/Rome | JE Europe/Jersey | JM America/Jamaica | JO Asia/Amman | JP
  Asia/Tokyo | KE Africa/Nairobi | KG Asia/Bishkek | KH Asia/Phnom_Penh | KI Pacific/Tarawa Pacific/Kanton
  Pacific/Kiritimati | KM Indian/Comoro | KN America/St_Kitts | KP Asia/Pyongyang | KR Asia/Seoul | KW Asia/Kuwait |
  KY America/Cayman | KZ Asia/Almaty Asia/Qyzylorda Asia/Qostanay Asia/Aqtobe Asia/Aqtau Asia/Atyrau Asia/Oral | LA
  Asia/Vientiane | LB Asia/Beirut | LC America/St_Lucia | LI Europe/Vaduz | LK Asia/Colombo | LR Africa/Monrovia | LS
  Africa/Maseru | LT Europe/Vilnius | LU Europe/Luxembourg | LV Europe/Riga | LY Africa/Tripoli | MA Africa/Casablanca
  | MC Europe/Monaco | MD Europe/Chisinau | ME Europe/Podgorica | MF America/Marigot | MG Indian/Antananarivo | MH
  Pacific/Majuro Pacific/Kwajalein | MK Europe/Skopje | ML Africa/Bamako | MM Asia/Yangon | MN Asia/Ulaanbaatar
  Asia/Hovd | MO Asia/Macau | MP Pacific/Saipan | MQ America/Martinique | MR Africa/Nouakchott | MS America/Montserrat
  | MT Europe/Malta | MU Indian/Mauritius | MV Indian/Maldives | MW Africa/Blantyre | MX America/Mexico_City
  America/Cancun America/Merida America/Monterrey America/Matamoros America/Chihuahua America/Ciudad_Juarez
  America/Ojinaga America/Mazatlan America/Bahia_Banderas America/Hermosillo America/Tijuana | MY Asia/Kuala_Lumpur
  Asia/Kuching | MZ Africa/Maputo | NA Africa/Windhoek | NC Pacific/Noumea | NE Africa/Niamey | NF Pacific/Norfolk |
  NG Africa/Lagos | NI America/Managua | NL Europe/Amsterdam | NO Europe/Oslo | NP Asia/Kathmandu | NR Pacific/Nauru |
  NU Pacific/Niue | NZ Pacific/Auckland Pacific/Chatham | OM Asia/Muscat | PA America/Panama | PE America/Lima | PF
  Pacific/Tahiti Pacific/Marquesas Pacific/Gambier | PG Pacific/Port_Moresby Pacific/Bougainville | PH Asia/Manila |
  PK Asia/Karachi | PL Europe/Warsaw | PM America/Miquelon | PN Pacific/Pitcairn | PR America/Puerto_Rico | PS
  Asia/Gaza Asia/Hebron | PT Europe/Lisbon Atlantic/Madeira Atlantic/Azores | PW Pacific/Palau | PY America/Asuncion |
  QA Asia/Qatar | RE Indian/Reunion | RO Europe/Bucharest | RS Europe/Belgrade | RU Europe/Kaliningrad Europe/Moscow
  Europe/Kirov Europe/Volgograd Europe/Astrakhan Europe/Saratov Europe/Ulyanovsk Europe/Samara Asia/Yekaterinburg
  Asia/Omsk Asia/Novosibirsk Asia/Barnaul Asia/Tomsk Asia/Novokuznetsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Chita
  Asia/Yakutsk Asia/Khandyga Asia/Vladivostok Asia/Ust-Nera Asia/Magadan Asia/Sakhalin Asia/Srednekolymsk
  Asia/Kamchatka Asia/Anadyr | RW Africa/Kigali | SA Asia/Riyadh | SB Pacific/Guadalcanal | SC Indian/Mahe | SD
  Africa/Khartoum | SE Europe/Stockholm | SG Asia/Singapore | SH Atlantic/St_Helena | SI Europe/Ljubljana | SJ
  Arctic/Longyearbyen | SK Europe/Bratislava | SL Africa/Freetown | SM Europe/San_Marino | SN Africa/Dakar | SO
  Africa/Mogadishu | SR America/Paramaribo | SS Africa/Juba | ST Africa/Sao_Tome | SV America/El_Salvador | SX
  America/Lower_Princes | SY Asia/Damascus | SZ Africa/Mbabane | TC America/Grand_Turk | TD Africa/Ndjamena | TF
  Indian/Kerguelen | TG Africa/Lome | TH Asia/Bangkok | TJ Asia/Dushanbe | TK Pacific/Fakaofo | TL Asia/Dili | TM
  Asia/Ashgabat | TN Africa/Tunis | TO Pacific/Tongatapu | TR Europe/Istanbul | TT America/Port_of_Spain | TV
  Pacific/Funafuti | TW Asia/Taipei | TZ Africa/Dar_es_Salaam | UA Europe/Simferopol Europe/Kyiv | UG Africa/Kampala |
  UM Pacific/Midway Pacific/Wake | US America/New_York America/Detroit America/Kentucky/Louisville
  America/Kentucky/Monticello America/Indiana/Indianapolis America/Indiana/Vincennes America/Indiana/Winamac
  America/Indiana/Marengo America/Indiana/Petersburg America/Indiana/Vevay America/Chicago America/Indiana/Tell_City
  America/Indiana/Knox America/Menominee America/North_Dakota/Center America/North_Dakota/New_Salem
  America/North_Dakota/Beulah America/Denver America/Boise America/Phoenix America/Los_Angeles America/Anchorage
  America/Juneau America/Sitka America/Metlakatla America/Yakutat America/Nome America/Adak Pacific/Honolulu | UY
  America/Montevideo | UZ Asia/Samarkand Asia/Tashkent | VA Europe/Vatican | VC America/St_Vincent | VE
  America/Caracas | VG America/Tortola | VI America/St_Thomas | VN Asia/Ho_Chi_Minh | VU Pacific/Efate | WF
  Pacific/Wallis | WS Pacific/Apia | YE Asia/Aden | YT Indian/Mayotte | ZA Africa/Johannesburg | ZM Africa/Lusaka | ZW
  Africa/Harare`;

/** Zones that browsers still call by an older name. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** What is paid with: ISO 4217. Countries in a union, or that took another's money, stand together. */
const countriesByCurrency = `
  EUR AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT
  | USD AS BQ EC FM GU IO MH MP PR PW SV TC TL UM US VG VI | XOF BF BJ CI GW ML NE SN TG | XAF CF CG CM GA GQ TD
  | XCD AG AI DM GD KN LC MS VC | XPF NC PF WF | GBP GB GG GS IM JE | AUD AU CC CX KI NF NR TV | NZD CK NU NZ PN TK
  | DKK DK FO GL | NOK BV NO SJ | CHF CH LI | ILS IL PS | MAD EH MA | ZAR ZA | XCG CW SX | AED AE | AFN AF | ALL AL
  | AMD AM | AOA AO | ARS AR | AWG AW | AZN AZ | BAM BA | BBD BB | BDT BD | BHD BH | BIF BI | BMD BM | BND BN | BOB BO
  | BRL BR | BSD BS | BTN BT | BWP BW | BYN BY | BZD BZ | CAD CA | CDF CD | CLP CL | CNY CN | COP CO | CRC CR | CUP CU
  | CVE CV | CZK CZ | DJF DJ | DOP DO | DZD DZ | EGP EG | ERN ER | ETB ET | FJD FJ | FKP FK | GEL GE | GHS GH | GIP GI
  | GMD GM | GNF GN | GTQ GT | GYD GY | HKD HK | HNL HN | HTG HT | HUF HU | IDR ID | INR IN | IQD IQ | IRR IR | ISK IS
  | JMD JM | JOD JO | JPY JP | KES KE | KGS KG | KHR KH | KMF KM | KPW KP | KRW KR | KWD KW | KYD KY | KZT KZ | LAK LA
  | LBP LB | LKR LK | LRD LR | LSL LS | LYD LY | MDL MD | MGA MG | MKD MK | MMK MM | MNT MN | MOP MO | MRU MR | MUR MU
  | MVR MV | MWK MW | MXN MX | MYR MY | MZN MZ | NAD NA | NGN NG | NIO NI | NPR NP | OMR OM | PAB PA | PEN PE | PGK PG
  | PHP PH | PKR PK | PLN PL | PYG PY | QAR QA | RON RO | RSD RS | RUB RU | RWF RW | SAR SA | SBD SB | SCR SC | SDG SD
  | SEK SE | SGD SG | SHP SH | SLE SL | SOS SO | SRD SR | SSP SS | STN ST | SYP SY | SZL SZ | THB TH | TJS TJ | TMT TM
  | TND TN | TOP TO | TRY TR | TTD TT | TWD TW | TZS TZ | UAH UA | UGX UG | UYU UY | UZS UZ | VES VE | VND VN | VUV VU
  | WST WS | YER YE | ZMW ZM | ZWG ZW`;

/** Water is billed in gallons there. */
const gallons = ['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM'];
