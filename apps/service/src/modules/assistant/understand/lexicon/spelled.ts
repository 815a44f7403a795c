/** What is so often typed that no rule of letters finds it. */
import type { Language } from '../../question.ts';

export const spelled: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { wat: 'what', wats: 'whats', wut: 'what', yest: 'yesterday', lecky: 'electricity', leccy: 'electricity', usd: 'used', ur: 'your', u: 'you', hv: 'have', nd: 'and', avg: 'average', tmrw: 'tomorrow', mths: 'months', elec: 'electricity', yr: 'year', yrs: 'years', wk: 'week', wks: 'weeks', hrs: 'hours' },
  es: { kuanto: 'cuanto', kuanta: 'cuanta', aller: 'ayer', aier: 'ayer', oi: 'hoy', cto: 'cuanto', cta: 'cuanta', xq: 'por que', pq: 'por que', porq: 'porque', finde: 'finde', dl: 'del', ayre: 'aire', q: 'que', k: 'que', d: 'de', x: 'por', pa: 'para', alyer: 'ayer' },
  hi: { जादा: 'ज्यादा', जयादा: 'ज्यादा', ज्यदा: 'ज्यादा', कित्ता: 'कितना', कित्ती: 'कितनी', कोन: 'कौन', कोनसा: 'कौनसा', कोनसी: 'कौनसी', नही: 'नहीं', मे: 'में', हे: 'है', sbse: 'sabse', ktna: 'kitna', ktni: 'kitni', kb: 'kab', bjli: 'bijli', pni: 'pani', mhine: 'mahine', hfte: 'hafte', kyo: 'kyon', kitta: 'kitna', kitti: 'kitni', zyda: 'zyada', jyda: 'zyada' },
};
