import { proven } from '../text/proven.js';

/** How something is kept from somebody by name in German, Spanish and French: words before the names, and after them. */
export const abroad: readonly {
  readonly before: RegExp;
  readonly after?: RegExp;
  readonly needsName: true;
}[] = [
  {
    before: proven({
      id: 'sagen',
      pattern:
        /\b(?:sagt?|erz(?:\u00e4|ae)hlt?|verrat(?:e|et)?|zeigt?)(?:['\u2019]?s| es| das)?(?: (?:bitte|ja|blo(?:\u00df|ss)))*\s+/giu,
      yes: ['sag Ines nichts', 'erz\u00e4hl das bitte Ines nicht'],
      no: ['Ines sagte nichts', 'was sagen'],
    }),
    after: proven({
      id: 'nichtSagen',
      pattern:
        /^(?:\s+(?:bitte|ja|blo(?:\u00df|ss)|davon|es|das|noch|erstmal))*,?\s+(?:nichts|nix|nicht|kein(?:en?|s)? (?:wort|ton))\b/iu,
      yes: [' bitte nichts', ' das nicht', ' kein Wort'],
      no: [' bitte Bescheid', ' einen Gru\u00df'],
    }),
    needsName: true,
  },
  {
    before: /(?:^|[\s,.!?:])(?:dass\s+)?/giu,
    after: proven({
      id: 'nichtWissen',
      pattern:
        /^\s+(?:darf|soll(?:te)?|muss)(?:\s+(?:es|das|davon|hiervon|noch|ja|vorerst|auf keinen fall)){0,3}\s+(?:nicht|nichts|nie)(?:\s+(?:davon|es|das)){0,2}\s+(?:wissen|erfahren|h(?:\u00f6|oe)ren|mitbekommen|mitkriegen|(?:he)?rausfinden|sehen|lesen)\b/iu,
      yes: [' darf das nicht wissen', ' soll nichts davon erfahren'],
      no: [' darf nicht schwimmen', ' soll das wissen'],
    }),
    needsName: true,
  },
  {
    before: proven({
      id: 'noDigas',
      pattern:
        /\bno (?:se (?:lo|la|los|las)|lo|la|le|les) (?:digas|dig\u00e1is|diga|cuentes|cont\u00e9is|cuente|menciones|ense\u00f1es|muestres)(?: (?:nada|esto|eso|ni una palabra))?(?: de [\p{L} ]{1,30}?)? a\s+/giu,
      yes: ['no se lo digas a Ines', 'no le cuentes nada a Ines'],
      no: ['se lo dije a Ines', 'no le digas'],
    }),
    needsName: true,
  },
  {
    before: /(?:^|[\s,.!?:])(?:que\s+)?/giu,
    after: proven({
      id: 'noSepa',
      pattern:
        /^\s+no (?:(?:lo |se )?(?:sepa|entere|vea|oiga)|(?:debe|puede|tiene que|ha de) (?:saber(?:lo)?|enterarse|verlo|o\u00edrlo))(?=$|[^\p{L}])/iu,
      yes: [' no se entere', ' no debe saberlo'],
      no: [' no sabe nadar', ' no viene'],
    }),
    needsName: true,
  },
  {
    before: proven({
      id: 'neDisPas',
      pattern:
        /(?<!\p{L})(?:(?:ne |n')?(?:le |la |les |lui |en )?(?:dis|dites|raconte|racontez|montre|montrez|parle|parlez|r\u00e9p\u00e8te)(?:-le)?(?: surtout)? (?:pas|rien|jamais)|pas un mot)(?: (?:de )?(?:\u00e7a|cela))? \u00e0\s+/giu,
      yes: ['ne dis rien \u00e0 Ines', 'ne le dis pas \u00e0 Ines', 'pas un mot \u00e0 Ines'],
      no: ['dis bonjour \u00e0 Ines', 'je parle \u00e0 Ines'],
    }),
    needsName: true,
  },
  {
    before: /(?:^|[\s,.!?:])(?:(?:que|qu')\s*)?/giu,
    after: proven({
      id: 'neSachePas',
      pattern:
        /^\s+ne (?:(?:doit|peut|devrait) (?:pas|jamais|rien) (?:le |l'|en )?(?:savoir|apprendre|entendre|voir)|(?:le |l'|en )?(?:sache|apprenne|voie)(?: pas| rien)?)(?=$|[^\p{L}])/iu,
      yes: [' ne doit pas le savoir', ' ne le sache'],
      no: [' ne doit pas nager', ' ne vient pas'],
    }),
    needsName: true,
  },
];
