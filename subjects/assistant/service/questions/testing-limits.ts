/**
 * Questions at the limits of what a home's meters know: times that have not come, words that say "not", and people who need help.
 * Written before the rules that answer them. Of each pair of lines the first was looked at while they were made, the second only
 * when they were ready.
 */
import type { Language } from '#catalogue/index.ts';

/** What an answer has to do. */
export type Wanted =
  /** No figure of the past or of now: that it is not known, the likely bill, or tomorrow's prices. */
  | 'future'
  /** Nothing is proposed, and that is said. */
  | 'left-as-is'
  /** What was left out is named. */
  | 'told'
  /** Safety first, with a number to call. */
  | 'danger'
  /** A kind word, with a number to call. */
  | 'unwell'
  /** Nothing is known of others, or of CO2. */
  | 'others'
  | 'co2'
  /** An ordinary question, answered with no word of any of these. */
  | 'plain';

type Sayings = Readonly<Partial<Record<Language | 'hi-latin', string>>>;

const limits: Readonly<Record<string, readonly (readonly [Wanted, Sayings])[]>> = {
  future: [
    [
      'future',
      {
        en: `how much electricity will the fridge use tomorrow
what will the kitchen cost next week
water use tomorrow
how many kWh are we going to burn through next month
how much power do we need the day after tomorrow
what is the AC going to cost me in the coming days
electricity in the next seven days
will we use more water next weekend
how much will the washing machine consume on Saturday
will it cost more tomorrow
is the bathroom going to use a lot this summer coming
compare today with tomorrow`,
        es: `cuánta luz gastará la nevera mañana
consumo de agua mañana
cuánto va a costar la cocina la semana que viene
cuántos kWh usaremos el mes próximo
gasto del aire acondicionado pasado mañana
qué consumirá el baño en los próximos días
agua para el fin de semana que viene
cuánta electricidad hará falta el lunes que viene
la lavadora cuánto gastará el sábado
compara hoy con mañana
cuánto consumiremos dentro de dos semanas
qué gasto tendrá el salón en enero próximo`,
        hi: `कल फ्रिज कितनी बिजली लेगा
कल कितना पानी लगेगा
अगले हफ्ते रसोई का खर्च कितना होगा
अगले महीने कितने यूनिट लगेंगे
परसों कितनी बिजली चाहिए होगी
आने वाले दिनों में एसी कितना खर्च करेगा
अगले सात दिनों की बिजली
शनिवार को वॉशिंग मशीन कितनी बिजली खाएगी
क्या कल ज़्यादा पानी खर्च होगा
दो दिन बाद कितना पानी लगेगा
अगले साल कितनी बिजली जलेगी
कल बाथरूम में कितना पानी इस्तेमाल करेंगे`,
        'hi-latin': `kal fridge kitni bijli lega
kal kitna paani lagega
agle hafte kitchen ka kharcha kitna hoga
agle mahine kitne unit lagenge
parso kitni bijli chahiye hogi
aane wale dino me AC kitna kharch karega
agle saat din ki bijli
shanivar ko washing machine kitni bijli khayegi
kya kal zyada paani kharch hoga
do din baad kitna paani lagega
agle saal kitni bijli jalegi
kal bathroom me kitna paani use karenge`,
      },
    ],
    [
      'plain',
      {
        en: `how much electricity did we use yesterday
use this morning
will you show me yesterday's water
what did the fridge use last week`,
        es: `cuánto gasté ayer por la mañana
consumo de esta mañana
agua de la semana pasada
vamos a ver cuánta luz gastamos ayer`,
        hi: `कल कितनी बिजली लगी थी
कल कितना पानी खर्च हुआ
परसों फ्रिज ने कितनी बिजली ली थी
पिछले हफ्ते कितना पानी लगा`,
        'hi-latin': `kal kitni bijli lagi thi
kal kitna paani kharch hua
parso fridge ne kitni bijli li thi
pichhle hafte kitna paani laga`,
      },
    ],
  ],
  negation: [
    [
      'left-as-is',
      {
        en: `don't turn off the hall lamp
please do not switch on the AC
never shut the garden pump off
leave the oven, don't touch it, do not turn it off
I don't want the TV switched off
you must not start the dishwasher`,
        es: `no apagues la lámpara del pasillo
por favor no enciendas el aire acondicionado
nunca apagues la bomba del jardín
no quiero que apagues la tele
no pongas el lavavajillas
que no se apague el horno`,
        hi: `हॉल की लाइट बंद मत करना
एसी चालू मत करो
कृपया बगीचे का पंप बंद न करें
टीवी को बंद नहीं करना है
ओवन मत बंद कर देना
डिशवॉशर शुरू ना करो`,
        'hi-latin': `hall ki light band mat karna
AC chalu mat karo
garden ka pump band na kare
TV ko band nahi karna
oven mat band kar dena
dishwasher start na karna`,
      },
    ],
    [
      'told',
      {
        en: `how much power did we use yesterday without the AC
electricity this month except the washing machine
use of the whole house excluding the kitchen last week
how much did everything but the fridge use yesterday
water yesterday, leaving out the garden
what does the home use apart from the water heater`,
        es: `cuánta luz gastamos ayer sin el aire acondicionado
electricidad de este mes excepto la lavadora
consumo de la casa la semana pasada sin contar la cocina
cuánto gastó ayer todo menos la nevera
agua de ayer quitando el jardín
qué consume la casa aparte del calentador`,
        hi: `एसी के बिना कल कितनी बिजली लगी
वॉशिंग मशीन को छोड़कर इस महीने की बिजली
रसोई के अलावा पिछले हफ्ते घर की खपत
फ्रिज के सिवाय कल कितनी बिजली लगी
बगीचे को हटाकर कल का पानी
गीज़र के बगैर घर में कितनी बिजली लगती है`,
        'hi-latin': `AC ke bina kal kitni bijli lagi
washing machine ko chhodkar is mahine ki bijli
kitchen ke alawa pichhle hafte ghar ki khapat
fridge ke siwa kal kitni bijli lagi
garden ko hatakar kal ka paani
geyser ke bagair ghar me kitni bijli lagti hai`,
      },
    ],
    [
      'plain',
      {
        en: `which devices are not reporting
turn off the hall lamp`,
        es: `apaga la lámpara del pasillo
qué aparatos no envían datos`,
        hi: `हॉल की लाइट बंद करो
कौन सा उपकरण डेटा नहीं भेज रहा`,
        'hi-latin': `hall ki light band karo
kaun sa device data nahi bhej raha`,
      },
    ],
  ],
  people: [
    [
      'danger',
      {
        en: `my chest hurts
there is smoke coming out of the socket
it smells of gas in the kitchen
I got an electric shock from the washing machine
water is dripping onto the plug sockets
my grandmother fainted
I can't breathe
the kitchen is on fire`,
        es: `me duele el pecho
sale humo del enchufe
huele a gas en la cocina
me ha dado un calambre la lavadora
hay agua goteando sobre los enchufes
mi abuela se ha desmayado
no puedo respirar
hay fuego en la cocina`,
        hi: `मेरे सीने में दर्द हो रहा है
सॉकेट से धुआँ निकल रहा है
रसोई में गैस की बदबू आ रही है
मशीन से करंट लगा
पानी सॉकेट पर टपक रहा है
दादी बेहोश हो गई हैं
मुझे साँस नहीं आ रही
रसोई में आग लग गई`,
        'hi-latin': `mere seene me dard ho raha hai
socket se dhuan nikal raha hai
kitchen me gas ki badbu aa rahi hai
machine se current lag gaya
paani socket pe tapak raha hai
dadi behosh ho gayi
mujhe saans nahi aa rahi
kitchen me aag lag gayi`,
      },
    ],
    [
      'unwell',
      {
        en: `I have a headache what should I do
my stomach hurts`,
        es: `tengo dolor de cabeza, qué hago
me duele la espalda`,
        hi: `सिर दर्द है क्या करूं
मुझे बुखार है`,
        'hi-latin': `sir dard hai kya karu
mujhe bukhar hai`,
      },
    ],
    [
      'others',
      {
        en: `do we use more than our neighbours
how do I compare with similar homes`,
        es: `gastamos más que los vecinos
cómo voy comparado con otras casas parecidas`,
        hi: `क्या हम पड़ोसियों से ज़्यादा बिजली खर्च करते हैं
दूसरे घरों की तुलना में मेरी खपत कैसी है`,
        'hi-latin': `kya hum padosiyon se zyada bijli kharch karte hai
dusre gharon ke mukable meri khapat kaisi hai`,
      },
    ],
    [
      'co2',
      {
        en: `how much CO2 did we cause this month
my carbon footprint yesterday`,
        es: `cuánto CO2 hemos emitido este mes
mi huella de carbono de ayer`,
        hi: `इस महीने कितना कार्बन उत्सर्जन हुआ
कल कितना CO2 निकला`,
        'hi-latin': `is mahine kitna carbon emission hua
kal kitna CO2 nikla`,
      },
    ],
    [
      'plain',
      {
        en: `what is burning the most power
my bill gave me a shock, why is it so high
fire up the dishwasher
how much water did the shower use yesterday`,
        es: `qué es lo que más quema electricidad
me duele el bolsillo con esta factura, por qué es tan alta
cuánta agua gastó la ducha ayer
cuánto gasta el detector de humo`,
        hi: `सबसे ज्यादा बिजली कौन जला रहा है
बिल देखकर झटका लगा, इतना ज्यादा क्यों आया
कल शॉवर ने कितना पानी लिया
आज कितनी बिजली जली`,
        'hi-latin': `sabse zyada bijli kaun jala raha hai
bill itna zyada kyu aaya
kal shower ne kitna paani liya
aaj kitni bijli jali`,
      },
    ],
  ],
};

export interface LimitCase {
  readonly kind: string;
  readonly wanted: Wanted;
  readonly language: Language;
  readonly written: Language | 'hi-latin';
  readonly text: string;
}

/** `first`: those that were looked at; `second`: those that were not. */
export const limitCases = (which: 'first' | 'second'): LimitCase[] =>
  Object.entries(limits).flatMap(([kind, groups]) =>
    groups.flatMap(([wanted, sayings]) =>
      Object.entries(sayings).flatMap(([written, lines]) =>
        lines
          .split('\n')
          .filter((_, at) => at % 2 === (which === 'first' ? 0 : 1))
          .map((text) => ({
            kind,
            wanted,
            language: written === 'hi-latin' ? 'hi' : (written as Language),
            written: written as LimitCase['written'],
            text,
          })),
      ),
    ),
  );
