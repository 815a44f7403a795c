/** Other Hindi questions, to check by: whoever mends the assistant does not read them. */
import { days, type Figures, from, oneDay } from '../figures.ts';
import {
  acted,
  emergency,
  isSilent,
  noCarbon,
  nothingBefore,
  ofUsual,
  oneRun,
  others,
  press,
  savingUnknown,
} from '../hindi-words.ts';
import {
  asksBack,
  baffled,
  cheapHours,
  declines,
  names,
  offers,
  type Paper,
  type Part,
  q,
  says,
  tells,
  unknown,
  unknownBeside,
} from '../question.ts';

const usage = (f: Figures): Paper => ({
  usage: [
    q('कल घर में बिजली कितनी खर्च हुई थी', tells([f.kwh(days.yesterday)])),
    q('इस महीने नहाने में कितना पानी बहाया', tells([f.litres(days.november, { device: 'Shower' })])),
    q('पिछले हफ़्ते किचन का पानी', tells([f.litres(days.lastWeek, { room: 'kitchen' })])),
    q('सितंबर में वाशिंग मशीन कितनी यूनिट', tells([f.kwh(days.september, { device: 'Washing machine' })])),
    q('3 नवम्बर को पानी', tells([f.litres(oneDay('2026-11-03'))])),
    q('बेडरूम अक्टूबर यूनिट', tells([f.kwh(days.october, { room: 'bedroom' })])),
    q('इस वक्त पानी चल रहा है क्या, कितना', tells([f.now({ utility: 'water' })])),
    q('10 तारीख के बाद से अब तक बिजली', tells([[f.kwh(from('2026-11-10')), f.kwh(from('2026-11-11'))]])),
  ],
  'hours, days': [
    q('परसों दोपहर 1 से 4 बजे बिजली कितनी लगी', tells([f.kwhBetween(days.friday, 13, 16)])),
    q('12 नवंबर सुबह छह से आठ तक पानी', tells([f.litresBetween(oneDay('2026-11-12'), 6, 8)])),
    q('कल लोड सबसे ज्यादा किस टाइम गया था', tells(f.peakHour({ utility: 'electricity' }, '2026-11-21'))),
    q('अक्टूबर में बिजली सबसे ज्यादा किस तारीख को', names(f.extremeDay({ utility: 'electricity' }, days.october))),
    q('सितंबर में सबसे ज्यादा बिजली किस चीज ने खींची', names(f.top('electricity', 'device', days.september))),
    q('कितने दिन पानी 150 लीटर पार हुआ नवंबर में', [
      tells([f.daysAbove({ utility: 'water' }, days.november, 150_000)], /दिन/),
      unknown(/150|पार/),
    ]),
    q('करवा चौथ को बिजली कितनी गई', [tells([f.kwh(oneDay('2026-10-29'))]), unknown(/करवा|चौथ/)]),
    q('गणेश चतुर्थी के दिन पानी का इस्तेमाल', [tells([f.litres(oneDay('2026-09-14'))]), unknown(/गणेश|चतुर्थी/)]),
  ],
  compared: [
    q('कल और परसों में पानी किस दिन ज्यादा गया', tells([f.litres(days.yesterday), f.litres(days.friday)])),
    q(
      'रसोई और बेडरूम में बिजली कौन ज्यादा लेता है अक्टूबर में',
      tells([f.kwh(days.october, { room: 'kitchen' }), f.kwh(days.october, { room: 'bedroom' })]),
    ),
    q('पिछले साल नवंबर में कितने यूनिट थे', [unknown(), unknownBeside(nothingBefore)]),
    q('हफ्तेवार बिजली बता दो इस महीने की', [tells([f.kwh(days.weekBefore), f.kwh(days.lastWeek)]), unknown(/हफ्तेवार|वार/)]),
    q('सितंबर अक्टूबर नवंबर हर एक का पानी', tells(f.months('water'))),
    q(
      'बिजली का कितना फीसदी एसी में जाता है इस महीने',
      tells([f.shareOf({ utility: 'electricity', device: 'Bedroom AC' }, days.november)]),
    ),
    q('पिछले हफ्ते का पानी कितने गैलन हुआ', tells([f.gallons(days.lastWeek)], /gal|गैलन/i)),
    q('मेरी रोज की खपत ठीक ठाक है या ज्यादा', [says(ofUsual), unknown(/ठीक/)]),
    q('वाशिंग मशीन के बिना कितनी बिजली लगी अक्टूबर में', [
      tells([f.kwhWithout('Washing machine', days.october)]),
      unknown(/बिना|घटाया/),
    ]),
  ],
});

const home = (f: Figures): Paper => ({
  money: [
    q('पिछले महीने का पूरा बिल कितना था', tells([f.bill('october')])),
    q('पानी का बिल कहां तक पहुंचा', tells([f.bill('soFar', 'water')])),
    q('इस महीने बजट पार हो जाएगा क्या', [says(/बजट/), tells([f.budgetUsed])]),
    q('हॉल का लैंप कितने पैसे का पड़ा इस महीने', tells([f.deviceCost('Hall lamp')])),
    q('सितंबर वाला बिल जमा हो गया था ना', unknownBeside(/भुगतान|चुका|भरा|दर्ज|पता नहीं/)),
    q('एक बार बर्तन की मशीन चलाने का कितना', [tells([f.cost(days.friday, 'Dishwasher')]), unknownBeside(oneRun)]),
    q('फिक्स चार्ज किस बात का लगता है', [says(/स्थायी|तय|निश्चित/), tells([[f.price('0.30'), f.price('0.10')]])]),
    q('कपड़े धोने वाली मशीन दोपहर 3 बजे चलाएं तो बचत होगी क्या', [
      tells([f.shifted('Washing machine', days.november)]),
      saysCheaper(f),
      unknownBeside(savingUnknown),
    ]),
    q('कल सुबह बिजली महंगी कब से है', [says(/(आने वाले कल|23 नव)[^]*10(:00)?/), unknown(/“[^”]*कल/)]),
  ],
  switches: [
    q('एसी ऑफ कर', offers(['Bedroom AC', false]), { never: acted }),
    q('हॉल लैंप और टीवी बंद', offers(['Hall lamp', false], ['TV', false]), { never: /कोई उपकरण बंद नहीं/ }),
    q('टीवी को चालू ही रहने देना', says(/नहीं|वैसा|कुछ/), { never: acted }),
    q('जी', [offers(['Dishwasher', false]), says(press)], { after: ['डिशवॉशर बंद कर दो'], never: acted }),
    q('ओवन बंद करो', [unknown(), unknown(/ओवन/)], { never: acted }),
  ],
  state: [
    q('किस मीटर से डेटा नहीं आ रहा', isSilent),
    q('बेडरूम एसी आखिरी बार कब चला था', [says(/21 नव|कल/), unknown(/आखिरी|कब/)]),
    q('फव्वारे का मीटर कब से बंद पड़ा है', says(/19 नव/)),
    q('अलर्ट किस चीज का है', says(/Shower|Irrigation/)),
    q('क्या कहीं नल खुला रह गया', says(/Shower/)),
  ],
});

/** That one machine's hours are dear and the asked one is cheap. */
const saysCheaper = (f: Figures) => tells([[f.price('0.12'), f.price('0.1452')]], /सस्त/);

const talk = (f: Figures): Paper => ({
  'going on': [
    q('और उससे एक दिन पहले', tells([f.litres(days.friday)]), { after: ['21 नवंबर को कितना पानी लगा'] }),
    q('अरे पानी का पूछा', tells([f.litres(days.lastWeek)]), { after: ['पिछले हफ्ते कितनी बिजली लगी'] }),
    q('वो कितने रुपये का हुआ', tells([f.deviceCostIn('TV', days.october)]), { after: ['टीवी अक्टूबर में कितना चला यूनिट में'] }),
  ],
  'not here': [
    q('सोना कितने का चल रहा है आज', [declines(), baffled()], { never: /€/ }),
    q('आस पास के घरों से तुलना करके बताओ', [unknown(others), says(others)]),
    q('दिसंबर में कितनी बिजली लगेगी', unknown()),
    q('कितना CO2 बना मेरी बिजली से पिछले महीने', unknown(noCarbon)),
    q('धूप कब निकलेगी', [unknown(), baffled()]),
  ],
  danger: [
    q('सिलेंडर लीक हो रहा है गैस फैल गई', says(emergency)),
    q('मम्मी को बिजली का झटका लगा वो बेहोश है', says(emergency)),
  ],
});

const latin = (f: Figures): Paper => ({
  usage: [
    q('parso kitni bijli lagi', tells([f.kwh(days.friday)])),
    q('is mahine ab tk kitna paani lg gya', tells([f.litres(days.november)])),
    q('bathrum me pichle hafte pani kitna', tells([f.litres(days.lastWeek, { room: 'bathroom' })])),
    q('fridge ne sitambar me kitne unit liye', tells([f.kwh(days.september, { device: 'Fridge' })])),
    q('15 november ko kitni light lagi', tells([f.kwh(oneDay('2026-11-15'))])),
    q('drawing room me kal bijlee kitni', tells([f.kwh(days.yesterday, { room: 'living_room' })])),
    q('kal shaam 7 se 10 bje tak pani', tells([f.litresBetween(days.yesterday, 19, 22)])),
    q('sabse kam pani kis din gaya pichle hafte', names(f.extremeDay({ utility: 'water' }, days.lastWeek, -1))),
    q('konsa room sabse jyada bijli leta hai oct me', names(f.top('electricity', 'room', days.october))),
    q('navratri ke pehle din kitni bijli', [tells([f.kwh(oneDay('2026-10-11'))]), unknown(/navratri|नवरात्र/i)]),
    q('chhath puja pe bijli kitni jali', [tells([f.kwh(oneDay('2026-11-15'))]), unknown(/chh?ath|छठ/i)]),
    q(
      'ac kitne percent khata h october me',
      tells([f.shareOf({ utility: 'electricity', device: 'Bedroom AC' }, days.october)]),
    ),
    q('nov ka pani cubic meter me', tells([f.cubicMetres(days.november)], /m³|cubic|घन/i)),
    q('shower hata ke kitna pani laga oct me', [
      tells([f.litresWithout('Shower', days.october)]),
      unknown(/hata|shower/i),
    ]),
    q('har mahine kitna pani gaya', [tells(f.months('water').slice(0, 2)), tells([f.eachMonth('water')])]),
    q('roz ki average bijli october', tells([f.average('electricity', days.october)])),
    q('aaj jyada bijli gayi ya kal', tells([f.kwh(days.today), f.before('electricity', days.yesterday)])),
    q('ye khapat aam baat hai kya', [says(ofUsual), unknown(/aam/i)]),
  ],
  money: [
    q('oct me bijli pani milake kitna bill bana', tells([f.bill('october')])),
    q('kitna bill aayega is baar', tells([f.likely])),
    q('dishwasher mahine ka kitne paise khata h', tells([f.deviceCost('Dishwasher')])),
    q('pichla bill bhar diya kya maine', unknownBeside(/भुगतान|चुका|भरा|दर्ज|पता नहीं|bhar/i)),
    q('dishwasher raat ko 1 baje chalau to kuch bachega kya', [
      tells([f.shifted('Dishwasher', days.november)]),
      saysCheaper(f),
      unknownBeside(savingUnknown),
    ]),
    q('kal dishwasher kab lagau ki sasta pade', says(cheapHours)),
    q('ek baar washing machine chalane ka kharcha', [
      tells([f.cost(days.yesterday, 'Washing machine')]),
      unknownBeside(oneRun),
    ]),
    q('pani ka slab kab badlega', says(/28 नव|27 नव|29 नव/)),
    q('kWh matlab', says(/किलोवाट|1000|1,000/)),
    q('standby me kitna paisa ja raha h mahine ka', tells([f.alwaysOn])),
  ],
  switches: [
    q('bedroom ka lamp jala do', offers(['Bedroom lamp', true]), { never: acted }),
    q('ac or tv band kr do', offers(['Bedroom AC', false], ['TV', false]), { never: acted }),
    q('ac band nahi karna', says(/नहीं|वैसा|कुछ|nahi/i), { never: acted }),
    q('ha karo', [offers(['Hall lamp', false]), says(press)], { after: ['hall lamp band karo'], never: acted }),
    q('light off kro', [asksBack(/Hall lamp|Bedroom lamp/), offers(['Hall lamp', false])], { never: acted }),
  ],
  'state and the rest': [
    q('charger wale meter ka data aata hai kya', says(/Garage charger.*नहीं|नहीं.*Garage charger/)),
    q('tv on hai kya', says(/चालू/), { never: /बंद दर्ज/ }),
    q('dishwasher kal chala tha kya', [says(/(?<![\d.,])0 (kWh|Wh|W)(?!\w)|नहीं चला/), unknown(/chala/i)]),
    q('aur october me', tells([f.litres(days.october, { room: 'kitchen' })]), {
      after: ['september me kitchen me kitna pani laga'],
    }),
    q('nhi bijli ka', tells([f.bill('october', 'electricity')]), { after: ['pani ka october ka bill'] }),
    q('padosi se zyada bijli lagti hai kya hamari', [unknown(others), says(others)]),
    q('cricket ka score btao', [declines(), baffled()]),
    q('pichhle saal diwali pe kitni bijli lagi', [unknown(), unknownBeside(nothingBefore), unknown(/diwali|दिवाली/i)]),
    q('community par paani bachane ki post dhundo', [
      says(/समुदाय|कम्युनिटी|कम्यूनिटी|पोस्ट/),
      unknown(/समुदाय|कम्युनिटी|community|पोस्ट/i),
    ]),
    q('current lag gaya mujhe', says(emergency)),
  ],
});

export const hindi: readonly Part[] = [
  { name: 'Hindi, Devanagari', language: 'hi', of: (f) => [usage(f), home(f), talk(f)] },
  { name: 'Hindi, Latin letters', language: 'hi', of: (f) => [latin(f)] },
];
