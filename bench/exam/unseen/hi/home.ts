/** देवनागरी में: बिल, दाम, बजट, उपकरण, सूचनाएँ, चालू-बंद करना। */
import { days, type Figures } from '../../figures.ts';
import {
  asksBack,
  cheapHours,
  names,
  offers,
  type Paper,
  q,
  says,
  saysApart,
  tells,
  unknown,
  unknownBeside,
} from '../../question.ts';

/** जवाब ने कुछ चालू या बंद नहीं किया है। */
const stays = /(चालू|बंद) नहीं (कर|कि|हो?गा)|जैसा|वैसा|ठीक है/;
const done = /(बंद|चालू) कर दिया|कर दी गई|हो गया है/;

export const home = (f: Figures): Paper => ({
  bills: [
    q('बिल कितना हुआ अब तक', tells([f.bill('soFar')])),
    q('अक्टूबर का बिल कितना आया था', tells([f.bill('october')])),
    q('इस महीने कितना बिल आएगा अंदाज़ा', tells([f.likely])),
    q('सितंबर में पानी का बिल', tells([f.bill('september', 'water')])),
    q('अक्टूबर का बिल भर दिया है क्या', [unknown(/भुगतान|चुक|भर/), tells([f.bill('october')], /भुगतान|चुक/)]),
    q('बिल का महीना कब खत्म होगा', says(/30 नव|1 दिस/)),
    q('अक्टूबर में सितंबर से कम बिल क्यों आया', tells([f.bill('october'), f.billChange('september', 'october', 'total')])),
    q('मई का बिल दिखाओ', unknown()),
  ],
  prices: [
    q('अभी एक यूनिट का क्या रेट है', tells([[f.price('0.12'), f.price('0.1452')]])),
    q('बिजली सस्ती कब होती है', says(cheapHours)),
    q('पीक टाइम में यूनिट कितने की', tells([[f.price('0.25'), f.price('0.3025')]])),
    q('कपड़े अभी धोऊं या रात को', says(/1[48]:00|22:00/)),
    q('पानी का रेट क्या चल रहा है', tells([[f.price('1.10'), f.price('1.21')]])),
  ],
  budgets: [
    q('बजट में हूँ कि नहीं', tells([f.budget, [f.bill('soFar', 'electricity'), ...f.budgetUsed]])),
    q('बिजली के बजट में कितना बचा है', tells([f.budgetLeft])),
  ],
  'what things cost': [
    q('फ्रिज पर कितना पैसा जा रहा है', tells([[...f.cost(days.november, 'Fridge'), f.deviceCost('Fridge')]])),
    q('एसी का अक्टूबर का खर्चा', tells([f.cost(days.october, 'Bedroom AC')])),
    q('कल की बिजली कितने पैसे की पड़ी', tells([f.cost(days.yesterday)])),
    q('जो हमेशा चलता रहता है उसका महीने का खर्च', tells([f.alwaysOn])),
  ],
  saving: [
    q('बर्तन वाली मशीन रात दस के बाद चलाएं तो कितना बचेगा', [
      tells([f.shifted('Dishwasher', days.november)]),
      tells([f.shifted('Dishwasher', days.october)]),
      tells([
        [f.price('0.12'), f.price('0.1452')],
        [f.price('0.25'), f.price('0.3025')],
      ]),
    ]),
    q('पानी का बिल कम कैसे करें', says(/शावर|नहा|नल|रिसाव|टपक/)),
    q('सोलर लगवाने से फायदा होगा?', unknown()),
    q('इस महीने कार्बन कितना हुआ', unknownBeside(/गुणांक|दर|CO/)),
  ],
  devices: [
    q('क्या क्या चालू है', says(/Fridge/)),
    q('टीवी चल रहा है क्या', says(/(?=[^]*TV)[^]*चालू/)),
    q('बेडरूम की लाइट बंद है न', says(/(?=[^]*Bedroom lamp)[^]*बंद/)),
    q('रसोई में कौन कौन से उपकरण हैं', says(/Fridge[^]*Dishwasher|Dishwasher[^]*Fridge/)),
    q('कुल कितने उपकरण लगे हैं', names([['11', '13']])),
    q('गीज़र कितना खाता है', unknown()),
    q('बगीचे वाले मीटर ने आखिरी बार कब बताया', tells([f.day('2026-11-19')])),
    q('कोई मीटर चुप है?', saysApart(/Irrigation/)),
  ],
  notices: [
    q('सूचना क्यों आई', saysApart(/Shower|Irrigation/)),
    q('कहीं पानी टपक तो नहीं रहा', saysApart(/Shower/)),
    q('पानी कब से बह रहा है', tells([['09:00', '9:00']], /Shower|बाथरूम/)),
    q('रिसाव में कितना पानी गया', tells([f.leaked])),
  ],
  power: [
    q('अभी कितने वॉट चल रहे हैं', tells([f.watts])),
    q('फ्रिज इस वक्त कितनी बिजली ले रहा है', tells([f.now({ utility: 'electricity', device: 'Fridge' })])),
    q(
      'कल का सबसे ऊंचा लोड और कितने बजे',
      tells([f.peakPower('2026-11-21'), f.peakHour({ utility: 'electricity' }, '2026-11-21')[1] ?? '']),
    ),
  ],
  switching: [
    q('टीवी बंद कर दो', offers(['TV', false]), { never: done }),
    q('बेडरूम का लैंप जला दो', offers(['Bedroom lamp', true]), { never: done }),
    q('फ्रिज बंद मत करना', says(stays), { never: done }),
    q('बत्ती बुझा दो', [asksBack(/Hall lamp/), offers(['Hall lamp', false]), unknown()], { never: done }),
    q('सब कुछ बंद कर दो', [asksBack(), unknown()], { never: done }),
    q('टीवी और हॉल की बत्ती दोनों बंद करो', [offers(['TV', false], ['Hall lamp', false]), asksBack(/TV|Hall lamp/)], {
      never: done,
    }),
    q('हाँ', [offers(['TV', false]), says(/बटन|दबा/)], { after: ['टीवी बंद करो'], never: done }),
    q('नहीं रहने दो', says(stays), { after: ['टीवी बंद करो'], never: done }),
  ],
  terms: [
    q('यूनिट मतलब क्या होता है', says(/किलोवाट[- ]?घंट|1,?000|हज़ार वॉट/)),
    q('स्थायी शुल्क क्या है', says(/चाहे|हर दिन|प्रति दिन|रोज|तय|निश्चित/)),
    q('बिना मीटर का क्या मतलब', says(/मीटर/)),
    q('समुदाय में क्या नया है', [says(/समुदाय/), unknown(/समुदाय|पोस्ट/)]),
  ],
});
