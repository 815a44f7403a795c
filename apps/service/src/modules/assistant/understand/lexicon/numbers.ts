/** Numbers and places in a row as words, from one on; a slash parts the ways to write one. */
const counted = {
  en: `one/a/an, two/couple, three, four, five, six, seven, eight, nine, ten, eleven, twelve/dozen, thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, twenty, twenty one, twenty two, twenty three, twenty four, twenty five, twenty six, twenty seven, twenty eight, twenty nine, thirty, thirty one`,
  es: `uno/un/una/primero, dos/par, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce, trece, catorce, quince, dieciseis, diecisiete, dieciocho, diecinueve, veinte, veintiuno, veintidos, veintitres, veinticuatro, veinticinco, veintiseis, veintisiete, veintiocho, veintinueve, treinta, treinta y uno`,
  hi: `एक, दो, तीन, चार, पांच, छह/छः/छे, सात, आठ, नौ, दस, ग्यारह, बारह, तेरह, चौदह, पंद्रह, सोलह, सत्रह, अठारह, उन्नीस, बीस, इक्कीस, बाईस, तेईस, चौबीस, पच्चीस, छब्बीस, सत्ताईस, अट्ठाईस, उनतीस, तीस, इकतीस`,
  hiLatin: `ek, do, teen/tin, char/chaar, paanch/panch, chhe/cheh, saat/sat, aath, nau, das/dus, gyarah, barah, terah, chaudah, pandrah, solah, satrah, atharah, unnis, bees, ikkis, bais, teis, chaubis, pachis/pachchis, chhabbis, sattais, atthais, untis, tees, ikattis`,
};

type Written = keyof typeof counted;

const placed: Readonly<Record<Written, string>> = {
  en: `first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, thirteenth, fourteenth, fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth, twenty first, twenty second, twenty third, twenty fourth, twenty fifth, twenty sixth, twenty seventh, twenty eighth, twenty ninth, thirtieth, thirty first`,
  es: `primer/primera/primero/primeros/primeras, segundo/segunda, tercer/tercera/tercero, cuarta`,
  hi: `पहला/पहली, दूसरा/दूसरी/दूसरे, तीसरा/तीसरी/तीसरे, चौथा/चौथी/चौथे`,
  hiLatin: `pehla/pehli/pahla/pahli, dusra/dusri/dusre/doosre/doosri, teesra/teesri/teesre/tisre, chautha/chauthi/chauthe`,
};

const numbered = (texts: string, letter: 'n' | 'd'): Record<string, string> =>
  Object.fromEntries(texts.split(',').map((ways, at) => [`${letter}${at + 1}`, ways.replaceAll('/', ',')]));

const thousands: Readonly<Record<Written, readonly string[]>> = {
  en: ['two thousand', 'two thousand and', 'twenty'],
  es: ['dos mil'],
  hi: ['दो हजार'],
  hiLatin: ['do hazaar', 'do hazar', 'do hajar', 'do hajaar'],
};

const [firstYear, lastYear] = [2010, 2031];

/** "Two thousand twenty five", «dos mil veinticinco», "दो हज़ार पच्चीस": the years that a household may have. */
const years = (written: Written): Record<string, string> =>
  Object.fromEntries(
    counted[written].split(',').flatMap((ways, at) => {
      const year = 2001 + at;
      if (year < firstYear || year > lastYear) return [];
      const said = ways.split('/').flatMap((way) => thousands[written].map((start) => `${start} ${way.trim()}`));
      return [[`n${year}`, said.join(',')]];
    }),
  );

/** `n14` is fourteen, `d14` the fourteenth. */
export const numbersOf = (written: Written): Record<string, string> => ({
  ...numbered(counted[written], 'n'),
  ...numbered(placed[written], 'd'),
  ...years(written),
});
