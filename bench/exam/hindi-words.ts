/** Words of Hindi answers that several questions look for. */
import { names, saysApart } from './question.ts';

/** Claims to have switched. */
export const acted = /(बंद|चालू|ऑन|ऑफ) (कर दिया|कर दी|हो गया|हो गई)|switched (on|off)/;
export const press = /बटन|दबा|पुष्टि/;
export const emergency = /\b112\b/;
export const others = /पड़ोस|दूसर|और घर|औरों|प्रकाशित|अन्य घर|बाकी घर/;
/** Holds it against what is usual. */
export const ofUsual = /आम तौर|औसत|सामान्य|आमतौर|हमेशा जितन|usual/i;
export const noCarbon = /CO|कार्बन|गुणांक|फ़ैक्टर|factor/i;
export const savingUnknown = /बच|फ़ायदा|फायदा/;
export const oneRun = /बार(?!े)|\bba+r\b|(एक|प्रति) (धुलाई|स्नान)/i;
/** The meter that fell silent, and not in a list of all. */
export const isSilent = [saysApart(/Irrigation/), names(['Irrigation'], /19 नव|चुप/)];
export const nothingBefore = /2025|साल|रीडिंग|1 सित/;
