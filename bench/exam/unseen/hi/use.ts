/** देवनागरी में: कितना लगा, कब लगा, किसका हिस्सा, तुलना, और क्या यह आम बात है। */
import { days, type Figures, from, oneDay } from '../../figures.ts';
import { asksBack, names, type Paper, q, says, tells, unknown, unknownBeside } from '../../question.ts';

const electricity = { utility: 'electricity' } as const;
const water = { utility: 'water' } as const;

export const use = (f: Figures): Paper => ({
  amounts: [
    q('आज पानी कितना गया', tells([f.litres(days.today)])),
    q('कल की बिजली बताओ कितनी लगी', tells([f.kwh(days.yesterday)])),
    q('फ्रिज ने शुक्रवार को कितनी यूनिट खाई', tells([f.kwh(days.friday, { device: 'Fridge' })])),
    q('इस महीने कितने यूनिट हो गए', tells([f.kwh(days.november)])),
    q('नहाने में कल कितना पानी बहा', tells([f.litres(days.yesterday, { device: 'Shower' })])),
    q('परसों रसोई में कितना पानी लगा', tells([f.litres(days.friday, { room: 'kitchen' })])),
    q('वाशिंग मशीन अक्टूबर में कितनी बिजली ले गई', tells([f.kwh(days.october, { device: 'Washing machine' })])),
    q('एसी ने सितंबर में कितनी खपत की', tells([f.kwh(days.september, { device: 'Bedroom AC' })])),
    q('सोमवार से अब तक बिजली', tells([f.kwh(days.week)])),
    q('5 से 11 नवंबर तक कितनी बिजली लगी', tells([f.kwh(from('2026-11-05', '2026-11-11'))])),
    q('बगीचे में पिछले महीने कितना पानी डाला गया', tells([f.litres(days.october, { room: 'garden' })])),
    q('गैराज का चार्जर कितना खाता है', [
      unknown(),
      says(/Garage charger[^]*(कभी|कोई रीडिंग|अभी तक)|(कभी|कोई रीडिंग|अभी तक)[^]*Garage charger/i),
    ]),
    q('टीवी पिछले हफ्ते कितना चला मतलब कितनी बिजली', tells([f.kwh(days.lastWeek, { device: 'TV' })])),
    q('जो किसी उपकरण का नहीं है वो बिजली कितनी, इस हफ्ते', [
      tells([f.unmetered(days.week)]),
      unknown(/बिना मीटर|बाकी|उपकरण/),
    ]),
  ],
  hours: [
    q('कल शाम 6 से 10 के बीच कितनी बिजली लगी', tells([f.kwhBetween(days.yesterday, 18, 22)])),
    q('आज सुबह 7 से 9 बजे शावर में कितना पानी', tells([f.litresBetween(days.today, 7, 9, { device: 'Shower' })])),
    q('रात 12 से सुबह 6 तक आज बिजली', tells([f.kwhBetween(days.today, 0, 6)])),
    q('कल सबसे ज्यादा बिजली कितने बजे लगी', names(f.peakHour(electricity, days.yesterday[0]))),
    q('गुरुवार को पानी किस घंटे में सबसे ज़्यादा चला', names(f.peakHour(water, '2026-11-19'))),
  ],
  series: [
    q('बुधवार से रोज़ की बिजली अलग अलग दिखाओ', tells(f.eachDay('electricity', 18, 5))),
    q('सितंबर से महीने महीने का पानी', tells(f.months('water'))),
    q('10 से 13 तारीख तक हर दिन का पानी', tells(f.eachDay('water', 10, 4))),
    q('अक्टूबर में औसतन रोज कितने लीटर', tells([f.average('water', days.october)])),
    q('पिछले दो पूरे हफ्तों की बिजली हफ्ते के हिसाब से', tells([f.kwh(days.lastWeek), f.kwh(days.weekBefore)])),
  ],
  extremes: [
    q('इस महीने सबसे ज़्यादा बिजली किस दिन लगी', names(f.extremeDay(electricity, days.november))),
    q('अक्टूबर में सबसे कम पानी वाला दिन', names(f.extremeDay(water, days.october, -1))),
    q('इस हफ्ते सबसे ज्यादा बिजली कौन खा रहा है', names(f.top('electricity', 'device', days.week))),
    q('किस कमरे में पानी सबसे ज्यादा जाता है इस महीने', names(f.top('water', 'room', days.november))),
    q('अक्टूबर में कितने दिन 10 यूनिट से ऊपर गए', names([f.daysAbove(electricity, days.october, 10_000)], /दिन/)),
  ],
  shares: [
    q(
      'इस महीने बिजली में फ्रिज का कितना प्रतिशत है',
      tells([f.shareOf({ ...electricity, device: 'Fridge' }, days.november)]),
    ),
    q('अक्टूबर के पानी में नहाने का हिस्सा कितना', tells([f.shareOf({ ...water, device: 'Shower' }, days.october)])),
  ],
  comparisons: [
    q('पिछले हफ्ते से ज्यादा बिजली जल रही है क्या', tells([f.kwh(days.week), f.before('electricity', days.lastWeek)])),
    q('अक्टूबर और सितंबर में पानी का फर्क', tells([f.litres(days.october), f.litres(days.september)])),
    q(
      'टीवी ज्यादा खाता है या फ्रिज, इस हफ्ते',
      tells([f.kwh(days.week, { device: 'TV' }), f.kwh(days.week, { device: 'Fridge' })]),
    ),
    q('शनिवार को शुक्रवार से कम पानी लगा था?', tells([f.litres(days.yesterday), f.litres(days.friday)])),
    q('पिछले साल इसी महीने से तुलना करो', unknownBeside(/2025|पिछले साल|साल पहले/)),
  ],
  usual: [
    q('एक दिन में 460 लीटर, ये ठीक है क्या', [says(/औसत|आम|सामान्य|रोज|प्रति दिन/), asksBack()]),
    q('आज बिजली रोज से ज्यादा तो नहीं लगी', tells([f.kwh(days.today)], /औसत|आम|सामान्य|से|रोज/)),
    q('ये ज्यादा है क्या', says(/औसत|आम तौर|सामान्य|से (ज़्यादा|ज्यादा|कम)/), { after: ['कल कितना पानी लगा'] }),
  ],
  feasts: [
    q('दिवाली पर कितनी बिजली लगी', tells([f.kwh(oneDay('2026-11-08'))])),
    q('गांधी जयंती के दिन पानी कितना', tells([f.litres(oneDay('2026-10-02'))])),
    q('होली पर कितना पानी खर्च हुआ था', unknown()),
    q('दशहरे वाले दिन बिजली', tells([f.kwh(oneDay('2026-10-20'))])),
    q('अक्टूबर के शनिवार-इतवार को कुल कितनी यूनिट', tells([f.weekends('electricity', days.october)])),
  ],
  units: [
    q('सितंबर का पानी घन मीटर में', tells([f.cubicMetres(days.september)], /m³|घन/)),
    q('कल का पानी गैलन में कितना', tells([f.gallons(days.yesterday)], /gal|गैलन/)),
    q('अक्टूबर में एसी की बिजली रुपयों में', [tells([f.cost(days.october, 'Bedroom AC')]), unknown(/रुप/)]),
  ],
  'a year ago': [q('पिछले साल नवंबर में कितनी बिजली लगी', unknown()), q('जुलाई का पानी बताइए', unknown())],
});
