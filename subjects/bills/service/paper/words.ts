/** What words on a bill mean, by class: what asks for a figure, and what a charge is for. Beginnings of words, in the languages of many lands. */

/** The start of a word; anywhere in scripts that set no space between words. */
const word = (list: string): RegExp =>
  new RegExp(`(?:(?<![\\p{L}\\p{M}])|(?=[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Thai}]))(?:${list})`, 'iu');

/** What asks for all of a bill. */
const whole =
  '(?:grand |bill )?total (?:to pay|due|amount|payable|bill|a pagar|factura|charges this|de (?:la )?factura|à payer|ttc|da pagare)|amount (?:due|payable|to pay)|net payable|please pay|to pay|importe (?:total|factura|a pagar)|a pagar|zu zahlen|rechnungsbetrag|zahlbetrag|endbetrag|gesamtbetrag|bruttobetrag|montant (?:total|à payer)|à payer|da pagare|te betalen|total a pagar|do zapłaty|k úhradě|att betala|at betale|å betale|maksettava|fizetendő|ödenecek|πληρωτ|πληρωμής|к оплате|до сплати|za plaćanje|za plačilo|tasuda|apmaksai|mokėti|ご?請求金額|청구 ?금액|ยอดรวม|कुल देय|देय राशि|कुल राशि|भुगतान';
const vat = 'vat|gst|iva|mwst|ust|tva|btw|moms';

export const says = {
  total: word(
    `${whole}|ال[إا]جمالي|المجموع|المبلغ|المستحق|סה"כ|לתשלום|total|grand total|payable|importe|gesamt|brutto|montant|ttc|totaal|कुल|देय|सकल|razem|ogółem|należność|wartość brutto|celkem|spolu|nedoplatek|summa|i alt|beløb|yhteensä|összesen|toplam|tutarı|σ[υύ]νολ|συνολικ|итого|всего|всього|ukupno|skupaj|kokku|kopā|viso|jumlah|kabuuan|tổng|thành tiền|合計|総額|請求|합계|청구|รวม|ยอด`,
  ),
  whole: word(whole),
  part: word(
    'sub-?\\s?total|delsumma|ara toplam|mezisoučet|medzisúčet|részösszeg|μερικό|小計|소계|zwischensumme|sous-total|subtotale|subtotaal|net (?:amount|total)|netto|base|suma|summe|total (?:net|ht|excl|before|sin|energ|potenc|electric|water|agua|charges)|उप-?\\s?योग|योग|कर-?\\s?योग्य',
  ),
  balance: word(
    'थकबाक|balance|previous (?:bill|balance|amount)|opening|arrears?|brought forward|carried|payments?|paid|received|saldo|adeudo|pagos?|pagado|abschl[aä]g|guthaben|vorauszahlung|bereits|acompte|solde|déjà|acconto|बकाया|पिछला (?:बिल|शेष|बकाया)|प्राप्त|अग्रिम|instal?lment|paiement|facture précédente|reçu le|zahlung|betaling|pagament|tartozás|zálohy|záloha|přeplatek|uhrazen|zaliczk|nadpłat|niedopłat|wpłat|föregående|inbetal|tidigare|forudbetal|a ?conto|forskud|ennakko|maksettu|προηγούμεν|έναντι|ανεξόφλητ|önceki|geçmiş dönem|devreden|задолж|оплачено|аванс|előző|befizet|akontac|predplač|ettemaks|前回|前月|미납|전월|ค้าง|ก่อนหน้า|last bill|late|if paid|after due|नियत तिथि के बाद',
  ),
  /** Also what is said to hold its tax already. */
  untaxed: word(
    `(?:ohne|without|no|not|sin|hors|exkl\\.?|excl\\.?|exento de|exempt from|free of|inkl\\.?|incl\\.?|including|inclu[ií]d[oa]s?|compris|inclus[aoe]?)\\s+(?:\\d+ ?%\\s+)?(?:${vat}|tax|dph|impuestos?|steuer)|(?:${vat}|tax) (?:included|inclu[ií]d[oa]|comprise|inclus[aoe]?|inbegrepen|0 ?%)|(?:${vat}|tax|umsatzsteuer|mehrwertsteuer|steuer)[- ]?(?:frei|fri|vrij|free|exempt|exent[oa]|isent[oa]|exonér|fritt)|(?:exempt|exent[oa]|isent[oa]|esente|exonér\\p{L}*)(?![\\p{L}])|zw\\. z vat|momsfri|skattefri`,
  ),
  tax: word(
    'arvonlisäver|mervärdes|merverdi|ضريبة|מע"מ|(?:tps|tvq|tvh|hst|qst|pst)(?![\\p{L}])|moms|mva|alv(?![\\p{L}])|dph|ddv|pdv|ptu|kdv|btv|áfa|φπα|φ\\.π\\.α|ндс|пдв|ддс|tva|pvn|pvm|ppn|vergi|podatek|akcyz|daň|消費税|内税|부가|세금|ภาษี|thuế|tax(?:es)?(?![\\p{L}])|vat(?![\\p{L}])|[csi]?gst(?![\\p{L}])|dut(?:y|ies)|iva(?![\\p{L}])|i\\.v\\.a|igic|ipsi|impuestos?|mwst|ust(?![\\p{L}])|umsatzsteuer|mehrwertsteuer|\\p{L}*steuer|tva(?![\\p{L}])|taxes?|accis[ae]|imposta|impostos?|icms|btw(?![\\p{L}])|कर(?![\\p{L}\\p{M}])|जीएसटी|शुल्क कर|(?:विद्युत|वीज) (?:शुल्क|कर)|उपकर|cess',
  ),
  period: word(
    'الفترة|فترة|תקופ|okres|období|dönem|περίοδος|період|период|laskutuskausi|időszak|使用期間|ご使用期間|사용기간|期間|period|billing|bill(?:ed)? (?:for|from)|from|supply|service (?:from|period|dates)|consumption|per[ií]odo|facturaci[oó]n|desde|lectura|zeitraum|abrechnung|verbrauch|lieferzeit|période|consommation|du(?![\\p{L}])|fattura|अवधि|बिलिंग|खपत',
  ),
  issued: word(
    'fakturadatum|fakturadato|data wystawienia|vystaven|fatura tarihi|έκδοσης|laskun päiv|kelt|発行|작성일|(?:bill|invoice|statement|issue) date|date of (?:bill|issue|invoice)|issued|dated?|fecha (?:de )?(?:emisi[oó]n|factura|expedici[oó]n)|emitida|emisi[oó]n|rechnungsdatum|ausgestellt|datum|date (?:d.émission|de facture|de la facture)|émise?|data (?:di )?(?:emissione|fattura)|बिल (?:की )?(?:तिथि|दिनांक|तारीख)|जारी|दिनांक',
  ),
  due: word(
    'termin płatn|splatnost|förfall|forfald|forfall|eräpäivä|son ödeme|λήξη|срок|határidő|期限|납기|ครบกำหนด|due|pay(?:ment)? (?:by|before|date|is due)|by|vencimiento|vence|fecha (?:l[ií]mite|de cargo)|cargo|f[aä]llig|zahlbar|bis zum|échéance|prélèvement|scadenza|अंतिम तिथि|देय तिथि|नियत|next|pr[oó]xim|nächste|prochain|अगल',
  ),
  used: word(
    'ال?استهلاك|צריכה|consum|usage|used|use(?![\\p{L}])|units?|verbrauch|consommation|consommé|difference|diferencia|differenz|खपत|उपभोग|यूनिट|kwh',
  ),
  other: word(
    'average|last year|previous year|same period|compare|per day|daily|neighbo|similar|media|promedio|año anterior|mismo periodo|durchschnitt|vorjahr|moyen|année précédente|औसत|पिछले वर्ष|co2|co₂|carbon|annual|anual|jährlich|annuel|वार्षिक',
  ),
  reads: word(
    'wskazani|stav|mätarställning|måler|lukema|endeks|ένδειξ|показан|állás|指針|지침|เลขอ่าน|read|lectura|z[aä]hlerst[aä]nd|stand|relevé|index|lettura|previous|current|present|anterior|actual|alt|neu|पठन|रीडिंग|पिछल|वर्तमान',
  ),
} as const;

/** What a charge or a printed line is for. Those of one group part what else looks alike. */
const conceptWords = {
  standing:
    'opłata stała|abonament|fast(?! |e)\\w*|fast (?:avgift|pris)|abonnemang|stálý|pevn|sabit|πάγιο|基本料金|기본요금|ค่าบริการ|alapdíj|perusmaksu|standing|fixed|service charge|customer charge|basic|base charge|abono|cuota|t[eé]rmino fijo|fij[oa]|grund|abonnement|fisso|quota fissa|vastrecht|fixe|नियत|स्थायी|स्थिर|फिक्स|न्यूनतम सेवा|daily charge|connection',
  power: 'power|capacity|potencia|leistung|puissance|potenza|demand|contract(?:ed)? load|sanctioned|भार|मांग|डिमांड|load',
  energy:
    'energ|electricity|consum|usage|arbeit|verbrauch|\\w+kwh|kwh|consommation|unit rate|units|ऊर्जा|खपत|उपभोग|यूनिट|gas|stromverbrauch',
  water: 'water|agua|wasser|eau|acqua|जल|पानी|trinkwasser|abastecimiento|suministro',
  sewage:
    'sew|waste ?water|alcantarillado|saneamiento|depuraci[oó]n|abwasser|schmutzwasser|assainissement|fognatura|सीवर|मल|अपशिष्ट',
  meter: 'meter|alquiler|contador|zähler|messung|messstellen|compteur|contatore|मीटर',
  discount:
    'discount|rebate|descuento|bono|bonificaci[oó]n|rabatt|bonus|nachlass|remise|réduction|sconto|छूट|रियायत|subsid|सब्सिडी|अनुदान|dto',
  returned:
    'export|feed-?in|returned|surplus|solar|excedente|compensaci[oó]n|autoconsumo|einspeis|injection|immissione|निर्यात|सौर|वापस',
  peak: 'peak|punta|spitze|pointe|pleines?|heures pleines|\\bHP\\b|picco|शिखर|पीक|day(?! ?s)|hochtarif|\\bHT\\b|día',
  offpeak:
    'off-?\\s?peak|night|valle|nacht|niedertarif|\\bNT\\b|creuses?|heures creuses|\\bHC\\b|fuori|ऑफ.?पीक|रात्रि|रात|economy|low',
  middle: 'shoulder|mid-?peak|standard|llano|flat|normal|intermedi|सामान्य',
  fuel: 'fuel|fppp?a|fac(?![\\p{L}])|adjustment|ajuste|combustible|ईंधन|समायोजन',
  toll: 'tolls?|peajes?|network|netz|distribution|acceso|wheeling|transport|transmission|acheminement|turpe|rete|व्हीलिंग|वितरण|पारेषण|delivery',
  levies:
    'lev(?:y|ies)|cargos|umlage|konzession|contribution|oneri|surcharge|renewable|cl[ií]mate|social|bono social|financiaci[oó]n|अधिभार|eeg|kwkg|offshore|cspe|ccc',
  vat: 'moms|mva|alv(?![\\p{L}])|dph|ddv|pdv|kdv|áfa|φπα|φ\\.π\\.α|ндс|пдв|消費税|부가|vat|iva|i\\.v\\.a|mwst|ust|umsatzsteuer|mehrwertsteuer|tva|gst|igic|btw|जीएसटी|वैट|value added',
  cgst: 'cgst|central|केंद्रीय|सीजीएसटी',
  sgst: 'sgst|state|राज्य|एसजीएसटी',
  duty: 'dut(?:y|ies)|stromsteuer|impuesto (?:sobre la |de la |especial |s/ ?)?electric|electric\\w* tax|accis|excise|ied?e|(?:विद्युत|वीज) (?:शुल्क|कर)|cess|energiesteuer|energy tax|climate change levy|ccl',
  tax: 'tax(?:es)?|impuesto|steuer|taxe|imposta|imposto|कर',
  minimum: 'minimum|m[ií]nim|mindest|न्यूनतम',
  rounding: 'round|redondeo|rundung|arrondi|arrotondamento|पूर्णांक|राउंड',
  waste: 'garbage|refuse|trash|basura|residuos|abfall|müll|ordures|कचरा',
  drought: 'canon|drought|sequ[ií]a|regulation|infraestructura',
} as const;
export type Concept = keyof typeof conceptWords;

const concepts = Object.entries(conceptWords).map(
  ([concept, list]) => [concept as Concept, new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})`, 'iu')] as const,
);

/** Compounds of German hold their words within; elsewhere a word begins what it means. */
export const conceptsOf = (text: string): Set<Concept> => {
  const plain = text.replace(/[_/]/g, ' ');
  const found = new Set(concepts.flatMap(([concept, pattern]) => (pattern.test(plain) ? [concept] : [])));
  if (found.has('offpeak')) found.delete('peak');
  if (
    /\bday\b|\bdía\b/i.test(plain) &&
    !/\b(?:day|día) (?:rate|units|energy|use)|(?:rate|units|energy|tarifa)\W+(?:day|día)/i.test(plain) &&
    !/peak|punta|spitz|pointe|pleine/i.test(plain)
  )
    found.delete('peak');
  return found;
};

/** The bare words, for what is called the same on both sides. */
export const bareWords = (text: string): Set<string> =>
  new Set(
    text
      .normalize('NFC')
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((one) => /\p{L}/u.test(one) && (one.length > 2 || /\d/.test(one))),
  );
