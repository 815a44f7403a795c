/** Questions to tune by, thought in Spanish: of Spain, Mexico, Argentina and Colombia. */
import { days, type Figures } from '../figures.ts';
import {
  asksBack,
  baffled,
  cheapHours,
  names,
  offers,
  type Paper,
  type Part,
  q,
  says,
  saysApart,
  tells,
  unknown,
  unknownBeside,
} from '../question.ts';
import {
  alreadyCheap,
  besideLastMonth,
  dearHours,
  judged,
  kilograms,
  moved,
  noCheapHour,
  noFactor,
  noReadingsThen,
  notHere,
  nov,
  oct,
  oneWash,
  most,
  orNamed,
  orUnknown,
  others,
  shareLately,
  shareOfBill,
  silentMeter,
  spent,
  untouched,
  waterShareOfBill,
} from '../spanish.ts';

const use = (f: Figures): Paper => ({
  use: [
    q('cuanto gasto la heladera ayer', tells([f.kwh(days.yesterday, { device: 'Fridge' })])),
    q('agua de ayer', tells([f.litres(days.yesterday)])),
    q('cuanta luz llevamos oi', tells([f.kwh(days.today)])),
    q('kwh cocina semana pasada', tells([f.kwh(days.lastWeek, { room: 'kitchen' })])),
    q('lo q gastó el lavarropas en octubre', tells([f.kwh(days.october, { device: 'Washing machine' })])),
    q('agua d la regadera el miercoles', tells([f.litres(days.wednesday, { device: 'Shower' })])),
    q('cuanto chupó el aire de la pieza este mes', tells([f.kwh(days.november, { device: 'Bedroom AC' })])),
    q('consumo del lavaplatos en sept', tells([f.kwh(days.september, { device: 'Dishwasher' })])),
    q('la tele cuanto consumio el viernes', tells([f.kwh(days.friday, { device: 'TV' })])),
    q('canilla de la cocina, agua del jueves', tells([f.litres(nov(19), { device: 'Tap' })])),
    q('cuanta agua se fue al jardin en octubre', tells([f.litres(days.october, { room: 'garden' })])),
    q('gasto d luz en el pasillo 3 nov', tells([f.kwh(nov(3), { room: 'hall' })])),
    q('luz y agua de antier', tells(f.both(days.friday))),
    q('cual es el cuarto q mas luz gasta este mes', most(f, 'electricity', 'room', days.november)),
    q('quien se toma mas agua de octubre, que aparato', most(f, 'water', 'device', days.october)),
    q('que dia de octubre gastamos mas agua', tells(f.extremeDay({ utility: 'water' }, days.october))),
    q(
      'lo q no sale en ningun aparato, cuanta luz es en noviembre',
      [tells([f.unmetered(days.november)]), unknown(/ning[uú]n|aparato|sale/i)],
      { never: /costó|€/ },
    ),
    q('ayer hubo mas luz que antier?', tells([f.kwh(days.yesterday), f.kwh(days.friday)])),
    q(
      'cuantos dias de octubre pasamos de 12 kwh',
      orUnknown([f.daysAbove({ utility: 'electricity' }, days.october, 12_000)], /12|pasa|días/i),
    ),
  ],
  'without one': [
    q('luz de ayer sin contar la nevera', orUnknown([f.kwhWithout('Fridge', days.yesterday)], /nevera|fridge|sin/i)),
    q(
      'agua de octubre menos el riego',
      orUnknown([f.litresWithout('Irrigation', days.october)], /riego|irrigation|menos/i),
    ),
    q(
      'quitando el aire cuanto gasté en septiembre de luz',
      orUnknown([f.kwhWithout('Bedroom AC', days.september)], /aire|AC|quitando/i),
    ),
  ],
});

const time = (f: Figures): Paper => ({
  hours: [
    q('luz del martes de 8 a 11 de la noche', orUnknown([f.kwhBetween(nov(17), 20, 23)], /hora|8|11|noche/i)),
    q(
      'agua entre las 7 y las 9 d la mañana del viernes',
      orUnknown([f.litresBetween(days.friday, 7, 9)], /hora|7|9|mañana/i),
      { never: /no se predice/ },
    ),
    q(
      'cuanta luz gastamos hoy antes d las 12 del mediodia',
      orUnknown([f.kwhBetween(days.today, 0, 12)], /hora|12|mediod/i),
    ),
    q(
      'ayer de 22 a 24 el aire acondicionado',
      orUnknown([f.kwhBetween(days.yesterday, 22, 24, { device: 'Bedroom AC' })], /hora|22|24/i),
    ),
    q('agua de la madrugada del lunes', [
      tells([[4, 5, 6, 7].map((end) => f.litresBetween(nov(16), 0, end))]),
      unknown(/hora|madrugada/i),
    ]),
    q('a q hora se gastó mas luz ayer', tells(f.peakHour({ utility: 'electricity' }, '2026-11-21'))),
    q('pico de potencia de ayer', tells([f.peakPower('2026-11-21')])),
    q(
      'cual fue el pico d hoy y a que hora',
      tells([f.peakPower('2026-11-22'), f.peakHour({ utility: 'electricity' }, '2026-11-22')[1] ?? '']),
    ),
  ],
  cadence: [
    q('gasto mensual de luz desde septiembre', tells(f.months('electricity'))),
    q('agua mes a mes porfa', tells(f.months('water'))),
    q('la lavadora mes por mes', tells(f.months('electricity', { device: 'Washing machine' }))),
    q(
      'por semana cuanta agua gastamos en noviembre',
      orUnknown([f.litres(days.weekBefore), f.litres(days.lastWeek)], /semana/i),
    ),
    q('dia por dia la luz de esta semana', tells(f.eachDay('electricity', 16, 7))),
    q('cuanta luz al dia de media en octubre', tells([f.average('electricity', days.october)])),
    q('promedio diario d agua de septiembre', tells([f.average('water', days.september)])),
    q(
      'los sabados y domingos de octubre cuanta luz',
      orUnknown([f.weekends('electricity', days.october)], /s[áa]bados|domingos/i),
    ),
  ],
  'feasts and years': [
    q('q gastamos hoy hace justo un año', noReadingsThen),
    q('hoy comparado con la misma fecha de 2025', [noReadingsThen, unknownBeside(/año|2025|lecturas|septiembre/i)]),
    q('la luz de semana santa', unknown(/semana santa|lecturas|abril|marzo|septiembre/i)),
    q(
      'el puente del pilar cuanta luz fue',
      orNamed(
        [[f.kwh(['2026-10-10', '2026-10-12']), f.kwh(['2026-10-09', '2026-10-12']), f.kwh(oct(12))]],
        /pilar|puente/i,
      ),
    ),
    q('agua d noviembre del año pasado', noReadingsThen),
    q('cuanta agua en halloween', orNamed([f.litres(oct(31))], /halloween/i)),
    q(
      'dia de muertos cuanta luz se gastó',
      orNamed([[f.kwh(nov(2)), f.kwh(nov(1)), f.kwh(['2026-11-01', '2026-11-02'])]], /muertos/i),
    ),
    q('luz del dia q cambiaron la hora', orUnknown([f.kwh(oct(25))], /cambi/i)),
    q('en amor y amistad cuanto gastamos de luz', orNamed([f.kwh(['2026-09-19', '2026-09-19'])], /amor|amistad/i)),
    q('y la nochebuena pasada? de agua digo', unknown(/nochebuena|lecturas|diciembre|2025|septiembre/i)),
  ],
});

const shares = (f: Figures): Paper => ({
  shares: [
    q(
      'q porcentaje de la luz se lleva la nevera',
      tells([shareLately(f, { utility: 'electricity', device: 'Fridge' })]),
    ),
    q(
      'del agua d octubre cuanto % fue el riego',
      tells([f.shareOf({ utility: 'water', device: 'Irrigation' }, days.october)]),
    ),
    q(
      'la cocina q parte de la luz d septiembre es, en porciento',
      tells([f.shareOf({ utility: 'electricity', room: 'kitchen' }, days.september)]),
    ),
    q(
      'que porcentaje del recibo de octubre es agua',
      orUnknown([waterShareOfBill(f, days.october)], /porcentaje|parte|%/i),
    ),
    q(
      'cuanto por ciento d mi factura es la nevera',
      orUnknown([shareOfBill(f, 'Fridge', days.november)], /por ciento|porcentaje|parte|factura/i),
    ),
  ],
  units: [
    q('agua d ayer en m3', tells([f.cubicMetres(days.yesterday)], /m³|m3|metros? c/i)),
    q('cuantos metros cubicos fueron en octubre', tells([f.cubicMetres(days.october)], /m³|m3|metros? c/i)),
    q('galones de agua el viernes', tells([f.gallons(days.friday)], /gal/i)),
    q(
      'lampara del pasillo ayer en Wh',
      tells([f.wattHours(days.yesterday, { device: 'Hall lamp' })], /\bWh\b|vatios/i),
    ),
    q('cuanto es mi factura en pesos mexicanos', unknown(/pesos|moneda|mexicanos/i)),
    q('lo que llevo este mes en dolares', unknown(/d[óo]lar|moneda/i)),
  ],
  usual: [
    q('es normal lo que gasta de luz mi casa?', [
      ...judged(f, 'electricity', /normal/i),
      besideLastMonth(f, 'electricity', {}, /normal|habitual/i),
    ]),
    q('9 kwh por dia es mucho?', judged(f, 'electricity', /mucho|9/i)),
    q('la heladera esta gastando de mas?', [
      ...judged(f, 'electricity', /de más|de mas|mucho|normal/i, { device: 'Fridge' }),
      besideLastMonth(f, 'electricity', { device: 'Fridge' }),
    ]),
    q('cuanta agua suelo gastar por dia', judged(f, 'water', /suel/i)),
    q('hoy se gasto mas agua de lo normal verdad', [
      ...judged(f, 'water', /normal/i),
      tells([f.litres(days.today), f.before('water', days.yesterday)], /normal|habitual/i),
    ]),
    q('va todo normal con la ducha?', [
      ...judged(f, 'water', /normal/i, { device: 'Shower' }),
      saysApart(/corre|no para|fuga/i),
    ]),
  ],
});

const money = (f: Figures): Paper => ({
  bills: [
    q('cuanto me va a venir d boleta', tells([f.likely])),
    q('cuanto voy pagando este mes', tells([f.bill('soFar')])),
    q('factura octubre', tells([f.bill('october')])),
    q('lo del agua de septiembre cuanto fue en euros', tells([f.bill('september', 'water')])),
    q('ya esta pagada la de octubre?', [unknown(/pag/i), unknownBeside(/pag(o|ad|ar|ó|as)/i)]),
    q('debo algun recibo', unknown(/deb|pag/i)),
    q('xq la de septiembre salio distinta a la de octubre', tells([f.billChange('september', 'october', 'total')])),
    q('cual ha sido el recibo mas caro', tells([f.money(Math.max(f.cents.september, f.cents.october))])),
    q('cuanto me queda del presupuesto d luz', [
      tells([f.budgetLeft]),
      tells([f.bill('soFar', 'electricity'), f.budget, f.budgetLeft]),
    ]),
    q('q tanto del presupuesto llevo', tells([f.budgetUsed])),
    q('cuando cierra esta factura', tells([f.day('2026-11-30')])),
    q(
      'cuanto pago solo por estar dado de alta, sin consumir',
      [tells([f.standing]), tells([f.price('0.30')]), unknown(/alta|sin consumir/i)],
      { never: /Salón/ },
    ),
    q('se puede fraccionar el pago?', [unknown(/fraccion|pago|cuota/i), says(/cuotas?|cómo pagas/i)]),
  ],
  costs: [
    q('cuanta plata gasta la heladera', tells([f.deviceCost('Fridge')])),
    q('q me cuesta el aire este mes', tells([f.deviceCost('Bedroom AC')])),
    q('consumo fantasma en euros', tells([f.alwaysOn])),
    q('cuanto me sale al mes tener todo en stand by', tells([f.alwaysOn])),
    q('a cuanto me sale cada bañada en la regadera', [
      unknown(/bañada|regadera|ducha|shower|cada|calcul/i),
      unknownBeside(/(una|cada) (sola )?(ducha|bañada|vez)/i),
    ]),
    q('poner una lavadora cuanto vale', [
      tells([oneWash(f)]),
      unknown(/una lavadora|lavado|calcul|cada|poner/i),
      unknownBeside(/cada lavado|un lavado|una lavadora|por lavado/i),
    ]),
    q('lavavajillas en octubre cuanto costo', tells([f.cost(days.october, 'Dishwasher')])),
    q('luz de la semana pasada en plata', tells([spent(f, days.lastWeek)])),
    q('a como esta la luz ahorita', tells([[f.price('0.12'), f.price('0.1452')]])),
  ],
  'cheap hours': [
    q('mañana a q hora me conviene poner el lavarropas', says(cheapHours), { never: /ahora mismo,/i }),
    q('a q hora no conviene planchar mañana', says(dearHours)),
    q('horas valle de hoy', says(cheapHours)),
    q('cuanto ahorro si paso el lavavajillas a la madrugada', moved(f, 'Dishwasher')),
    q('si lavo la ropa despues de las 22 cuanta plata me ahorro', moved(f, 'Washing machine')),
    q('y si riego de noche me sale mas barata el agua?', noCheapHour),
    q('me ahorro algo si pongo el aire despues d las 10 pm', alreadyCheap(f, 'Bedroom AC')),
  ],
});

const things = (f: Figures): Paper => ({
  meters: [
    q('esta todo conectado?', names(['Irrigation'], silentMeter), { never: /todos .{0,40}(conectad|bien|enviaron)/i }),
    q('cual contador no esta dando señal', names(['Irrigation'], silentMeter)),
    q('cuando reportó x ultima vez el riego', says(/19 (de )?nov/i)),
    q('ultima lectura del medidor de luz', says(/14:00/)),
    q('funciona el cargador de la cochera?', [
      saysApart(/charger[^]*(no tiene|sin|ninguna) lectura|nunca/i),
      unknown(/cargador|charger|cochera|lecturas/i),
    ]),
    q('la tele esta prendida?', says(/TV[^]{0,60}encendid/i)),
    q('lampara del cuarto ta apagada o no', says(/Bedroom lamp[^]{0,60}apagad/i)),
    q('cuantos dispositivos tengo', says(/\b1[13] (dispositivos|contadores|aparatos)/i)),
    q('q hay en el baño conectado', tells(['Washing machine', 'Shower'])),
    q('que esta gastando ahora mismo', tells([f.watts])),
  ],
  'last runs': [
    q('cuando se usó la lavadora la ultima vez', [
      says(/21 (de )?nov|ayer|s[áa]bado/i),
      unknown(/última vez|ultima vez|cuándo/i),
    ]),
    q('ultima vez q anduvo el lavaplatos', [
      says(/20 (de )?nov|viernes|anteayer/i),
      unknown(/última vez|ultima vez|anduvo/i),
    ]),
    q('desde q hora esta corriendo la ducha', says(/9:00/)),
  ],
  notices: [
    q('hay avisos?', tells(['Shower', 'Irrigation'])),
    q('xq me mandaron un aviso del riego', names(['Irrigation'], silentMeter)),
    q('se esta tirando agua en algun lado', names(['Shower'])),
    q('cuanta agua se perdió por la fuga', tells([f.leaked])),
    q('pq hoy se fue tanta agua', names(['Shower']), { never: /Irrigation .{0,30}(más|sobre todo)/i }),
  ],
});

const switching = (): Paper => ({
  switching: [
    q('apaga la tele', offers(['TV', false])),
    q('apagame la tele y el lavavajillas', offers(['TV', false], ['Dishwasher', false])),
    q('prende la luz d la recamara', offers(['Bedroom lamp', true])),
    q('apaga el foco del pasillo', offers(['Hall lamp', false])),
    q('apaga el foco del pasillo y prende el de la recamara', offers(['Hall lamp', false], ['Bedroom lamp', true])),
    q('apaga la lampara', [asksBack(/lamp/i), offers(['Hall lamp', false])]),
    q('ni se te ocurra apagar la heladera', untouched),
    q('no apagues nada eh', untouched),
    q('deja la tele como esta', untouched),
    q('apaga todo menos la nevera', [
      offers(
        ['TV', false],
        ['Dishwasher', false],
        ['Washing machine', false],
        ['Bedroom AC', false],
        ['Hall lamp', false],
      ),
      offers(
        ['TV', false],
        ['Dishwasher', false],
        ['Washing machine', false],
        ['Bedroom AC', false],
        ['Hall lamp', false],
        ['Garage charger', false],
      ),
      asksBack(),
      unknown(/todo|menos/i),
      says(/nada[^]*con el nombre/i),
    ]),
    q('cerra la canilla de la cocina', [says(/no (recibe|se puede)/i), unknown(/canilla|tap|cerr/i)]),
    q('apaga el horno', [unknown(/horno/i), asksBack(/horno/i)]),
    q('prende el foco del cuarto a las 9', [unknown(/9|hora|program/i), says(/horario|program/i)]),
    q('pon el aire a 22', unknown(/22|grados|temperatura/i)),
  ],
  'after a proposal': [
    q('si dale', [offers(['TV', false]), says(/bot[óo]n|puls/i)], { after: ['apaga la tele'] }),
    q('no mejor no', untouched, { after: ['apaga la lampara del pasillo'] }),
    q('la del pasillo', offers(['Hall lamp', false]), { after: ['apaga la lampara'] }),
    q(
      'y la lavadora tambien',
      [offers(['Washing machine', false]), offers(['TV', false], ['Washing machine', false])],
      { after: ['apaga la tele'] },
    ),
    q('vuelvela a prender', [offers(['TV', true]), says(/TV[^]{0,140}encendid/i)], {
      after: ['apaga la tele'],
    }),
    q('me equivoqué, el lavavajillas', offers(['Dishwasher', false]), { after: ['apaga la lavadora'] }),
    q('sip', [asksBack(), baffled(), says(/por ejemplo/i)], { after: ['hola'] }),
  ],
});

const talk = (f: Figures): Paper => ({
  'going on': [
    q('y antier', tells([f.kwh(days.friday)]), { after: ['cuanta luz gasté ayer'] }),
    q('y de agua', tells([f.litres(days.yesterday)]), { after: ['cuanta luz gasté ayer'] }),
    q('no perdon, del baño', tells([f.kwh(days.yesterday, { room: 'bathroom' })]), {
      after: ['luz de la cocina ayer'],
    }),
    q('me referia a octubre', tells([f.litres(days.october)]), { after: ['cuanta agua gastamos en septiembre'] }),
    q('y eso cuanto es en plata', tells([f.cost(days.october, 'Washing machine')]), {
      after: ['cuanta luz gastó el lavarropas en octubre'],
    }),
    q('eso es mucho?', judged(f, 'electricity', /mucho/i), { after: ['luz de ayer'] }),
    q('y la semana anterior', tells([f.litres(days.weekBefore)]), { after: ['agua de la semana pasada'] }),
    q('y en la cocina?', tells([f.litres(days.friday, { room: 'kitchen' })]), {
      after: ['agua del viernes', 'y en el baño?'],
    }),
    q('pero en m3', tells([f.cubicMetres(days.october)], /m³|m3|metros? c/i), { after: ['agua de octubre'] }),
    q('cuanto menos q antes', tells([f.bill('october'), f.bill('september')]), { after: ['factura de octubre'] }),
    q('y cual aparato mas', most(f, 'electricity', 'device', days.lastWeek), {
      after: ['cuanta luz gastamos la semana pasada'],
    }),
    q('gracias crack', says(/de nada|a ti|placer|para eso/i)),
  ],
  'time to come': [
    q('cuanta luz voy a gastar mañana', unknown(), { never: /hoy, hasta ahora|tu hogar consumió/i }),
    q('va a subir la luz en 2027?', unknown()),
  ],
});

const limits = (): Paper => ({
  limits: [
    q('va a llover el finde?', notHere(/tiempo|lluvia|llover/i), { never: /kWh/ }),
    q('a cuantos grados estamos afuera', notHere(/temperatura|grados/i), { never: /24 ?°/ }),
    q('a quien voto en las elecciones', notHere(/polític|vot/i)),
    q('me resumis el capitulo 3 del libro de historia', notHere(/libro|deberes/i)),
    q('cuanto es la raiz cuadrada de 144', notHere(/matem|raíz/i)),
    q('cuentame un chiste', notHere(/chiste/i)),
    q('tengo fiebre desde anoche', [says(/salud|médic|112/i), unknown()], { never: /kWh|24 ?°/ }),
    q('asdkjh lkj', baffled()),
    q('cuanto gas gastamos ayer', unknown(/gas|electricidad y (el )?agua/i)),
    q('cuanto gasta la lavadora en la cocina... digo, el cuarto de juegos', [unknown(/juegos/i), asksBack()]),
    q('dime la clave del wifi', notHere(/wifi|clave/i)),
    q('cuanto gasta la familia de al lado', unknown(), { never: /Vecino/ }),
  ],
  danger: [
    q('huele fuertisimo a gas en la cocina', says(/112/), { never: /kWh|aquí solo se miden/i }),
    q('me dio la corriente con la lavadora y me tiembla la mano', says(/112/), { never: /kWh/ }),
    q('sale humo del enchufe q hago', says(/112/), { never: /kWh/ }),
    q('mi abuela se desmayó', says(/112/), { never: /kWh/ }),
  ],
  terms: [
    q('q es un kwh', says(/kilovatio|vatios|1[. ]?000 W/i)),
    q('que significa termino de potencia', [says(/potencia contratada|contrat/i), unknown(/potencia/i)]),
    q('q es eso de tarifa por tramos', [says(/tramo[^]{0,120}(precio|cuesta|cobra|paga)/i), unknown(/tramos/i)]),
    q('como funciona el autoconsumo', [says(/(produc|placas|solar|tejado)/i), unknown(/autoconsumo/i)]),
    q('q son las horas punta', [says(/car[ao]s?\b/i), unknown(/punta/i)]),
  ],
  others: [
    q('gastamos mas q los demas vecinos del edificio?', others),
    q('una casa promedio d 4 personas cuanto gasta', others),
    q('cuanto co2 hice ayer', noFactor, { never: kilograms }),
    q('mi huella de carbono del mes', noFactor, { never: kilograms }),
    q('cuanto produjeron los paneles hoy', unknown(/produc|placas|panel/i)),
    q('busca en la comunidad algo de fugas', [says(/comunidad|foro|publicaci|debate|entrada/i), unknown(/comunidad/i)]),
    q(
      'alguien escribio sobre placas solares en el foro?',
      [says(/comunidad|foro|publicaci|debate|entrada/i), unknown(/comunidad|foro|escrib/i)],
      {
        never: /se produce|lo que se vierte/i,
      },
    ),
    q('como bajo el gasto de agua', says(/fuga|ducha|grifo|cisterna|reg(ar|ad)/i)),
  ],
});

export const spanish: readonly Part[] = [
  {
    name: 'Spanish',
    language: 'es',
    of: (f) => [use(f), time(f), shares(f), money(f), things(f), switching(), talk(f), limits()],
  },
];
