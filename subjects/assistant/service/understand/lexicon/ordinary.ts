/** Ordinary words that are a letter away from one of ours, and mean what they say: nothing is read into them. */
import { byLanguage, type InLanguages, type Language, ofLanguage } from '#catalogue/index.ts';

const words: Readonly<InLanguages<string>> = {
  en: `law laws cooler coolers brother niece rice bread current currents currant wrote black white small thick thin cleaned
    washed dried moist cold heated moon star stars storm sea tree trees leaves plant plants horse horses rat rats stranger staff
    party lesson lessons game games played player players sport sports slept lie live lives lived stale beat bit hit died dead
    move moved moving closed lock locked look looked broke paste paint painted whose hear heard shout smell hard lies shelf bathe pot
    pots form forms speed late later head heads mouth teeth tooth heart chest fever truck wheel sharp lease customer customers cooked
    cooks cooper dishes broiler fixed hell poll antic fight fin fat gap gaps cart coast hater heather cheater better matter
    waiter trips tapes sneak plain slate alter juice juicy weak free pan pans plane planes thinks police officer officers track tracks`,
  es: `causa misa plaza caza camas puerta puertas playa gato gatos raton tio tia cunado clase libro libros juego juegos sueno
    banco vender traje trajo llevar llevo nuevo nueva abrir cortar contar llamar olvidar creer serio falso corto pesado rapido
    rapida claro caliente frio nieve cielo primavera pero ante muchos varios pasos pan sal tarta queso manzana plato platos dicha
    cobre recio pegar terminado terminada acabado acabada acabo`,
  hi: `tera purana sona hasna bahu patni bachcha aurat kapda phool patta sabzi chai namak mirch jankari taraf andar saath
    law cooler brother rice bread current plant tree star move black white cold late look नंबर नम्बर`,
};

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

export const ordinary: Readonly<Record<Language, ReadonlySet<string>>> = byLanguage((language) =>
  setOf(ofLanguage(words, language)),
);
