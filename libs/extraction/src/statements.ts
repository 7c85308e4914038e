import { kinshipOf } from '#identity';
import type { SubjectRef } from './extractor.js';
import { framed, type Framed } from './frames/index.js';
import { isDated } from './frames/doing.js';
import { valueOf, type Finding } from './frames/frame.js';
import { complementOf, isTransient, itemsOf, readable, type Complement } from './grammar/object.js';
import { predicateAt, type Predicate } from './grammar/predicate.js';
import { sentence, verbPhrase } from './grammar/render.js';
import { lemmaOf } from './grammar/verbs.js';
import { attributeOf, isGivenName, isIn } from './lexicon.js';
import { stripFillers, type Clause } from './text/clauses.js';
import { isWord, type Token } from './text/tokens.js';
import { kinNameAt, kinNamed, type Named, type Spoken1, type Who } from './who.js';

/** One statement, before its traits are weighed. `subjects` null: about the speaker. */
export interface Statement {
  readonly subjects: readonly SubjectRef[] | null;
  readonly content: string;
  readonly finding: Finding;
  readonly pattern: string;
  readonly provenance: number;
  readonly tokens: readonly Token[];
}

/** What the next clause may go on about. */
export type Subject =
  | { readonly kind: 'speaker' }
  | { readonly kind: 'place' }
  | {
      readonly kind: 'people';
      readonly refs: readonly SubjectRef[];
      readonly provenance: number;
      readonly unknown: boolean;
    }
  | { readonly kind: 'kin'; readonly kin: string }
  | { readonly kind: 'thing' };

interface Outcome {
  readonly statements: readonly Statement[];
  readonly subject: Subject | null;
}
const nothing: Outcome = { statements: [], subject: null };

const contentOf = (predicate: Predicate, complement: Complement, finding: Finding): string =>
  finding.content ?? sentence(verbPhrase(predicate), complement.text);

/** "Likes pizza, sushi and tacos" is three tastes: each can change by itself. */
const listed = (
  predicate: Predicate,
  found: Framed,
  complement: Complement,
  self: boolean,
): readonly Framed[] => {
  if (found.frame !== 'taste' || predicate.lemma === 'prefer') return [found];
  const items = itemsOf(complement.tokens);
  if (items.length < 2) return [found];
  const each = items.map((item) => framed({ p: predicate, c: complementOf(item), self }));
  return each.every((one) => one !== null) ? each.filter((one) => one !== null) : [found];
};

const stated = (clause: Clause, predicate: Predicate, subject: Subject): readonly Statement[] => {
  const complement = complementOf(predicate.rest);
  const self = subject.kind === 'speaker';
  const found = framed({ p: predicate, c: complement, self });
  if (!found) return [];
  return listed(predicate, found, complement, self).map((one) => {
    const content = contentOf(predicate, complement, one.finding);
    const base = { finding: one.finding, pattern: one.frame, tokens: clause.tokens };
    switch (subject.kind) {
      case 'speaker':
        return { ...base, subjects: null, content, provenance: 0.97 };
      case 'people':
        return { ...base, subjects: subject.refs, content, provenance: subject.provenance };
      case 'kin': {
        const { topic: _topic, value: _value, ...finding } = one.finding;
        return {
          ...base,
          finding,
          subjects: null,
          content: sentence(subject.kin, content.charAt(0).toLowerCase() + content.slice(1)),
          provenance: 0.95,
        };
      }
      case 'place':
      case 'thing':
        return { ...base, subjects: [], content, provenance: 0.9 };
    }
  });
};

const auxiliary =
  /^(?:is|was|has|had|will|does|did|can|would|should|used|never|always|also|really|just|still|cannot|are|were|have)$/u;
const beginsPredicate = (tokens: readonly Token[], at: number): boolean => {
  const lower = tokens[at]?.lower ?? '';
  return (
    auxiliary.test(lower) ||
    lemmaOf(lower, 'third') !== null ||
    (lemmaOf(lower, 'past') !== null && lemmaOf(lower, 'base') === null)
  );
};

const decideVerbs =
  /^(?:decide|agree|vote|settle|choose|pick|switch|migrate|adopt|standardize|approve|commit)$/u;
const shared = (clause: Clause, predicate: Predicate): readonly Statement[] => {
  const c = complementOf(predicate.rest);
  if (c.words.length === 0 || c.words.length > 24) return [];
  const content = sentence(verbPhrase(predicate), c.text);
  const give = (finding: Finding, pattern: string): readonly Statement[] => [
    { subjects: [], content, finding, pattern, provenance: 0.9, tokens: clause.tokens },
  ];
  const settled = predicate.tense === 'past' || predicate.tense === 'perfect';
  if (
    decideVerbs.test(predicate.lemma) &&
    settled &&
    !c.deictic &&
    (c.words.length > 1 || /^\p{Lu}/u.test(c.text))
  )
    return give({ type: 'decision', confidence: 0.88, importance: 0.8 }, 'we-decided');
  if (c.deictic || isTransient(c.words)) return [];
  if (predicate.lemma === 'go' && /^with \S/u.test(c.lower) && predicate.tense !== 'present')
    return give({ type: 'decision', confidence: 0.84, importance: 0.75 }, 'we-go-with');
  if (predicate.tense === 'future' && isDated(c.lower))
    return give({ type: 'event', confidence: 0.8 }, 'we-will');
  if (
    predicate.tense === 'present' &&
    /^(?:meet|sync|ship|deploy|release|practice|practise|play|rehearse|gather|close|open)$/u.test(
      predicate.lemma,
    ) &&
    (isDated(c.lower) || /\b(?:every|on|at \d)/u.test(c.lower))
  )
    return give({ type: 'knowledge', confidence: 0.84, importance: 0.6 }, 'we-meet');
  if (
    predicate.tense === 'present' &&
    predicate.lemma === 'use' &&
    (/^\p{Lu}/u.test(c.text) || isIn('systems', c.words[0] ?? '')) &&
    !/^we use (?:it|this)/u.test(c.lower)
  )
    return give({ type: 'knowledge', confidence: 0.8 }, 'we-use');
  if (
    predicate.tense === 'progressive' &&
    /^(?:move|switch|migrate|launch|plan|host|throw|organize|organise|hire|ship|release|build|adopt|drop|deprecate|rename|cancel|postpone|meet|celebrate|close|open)$/u.test(
      predicate.lemma,
    ) &&
    c.words.length > 1
  )
    return give({ type: isDated(c.lower) ? 'event' : 'context', confidence: 0.8 }, 'we-are-doing');
  if (
    predicate.tense === 'present' &&
    predicate.lemma === 'plan' &&
    c.words.length > 1 &&
    /^(?:a|an|the|to)\b/u.test(c.lower)
  )
    return give({ type: 'event', confidence: 0.82, content: sentence('planning', c.text) }, 'we-plan');
  if (
    settled &&
    isDated(c.lower) &&
    /^(?:move|ship|launch|release|hire|sign|win|lose|visit|adopt|get|buy|cancel|postpone|finish|start|marry)$/u.test(
      predicate.lemma,
    )
  )
    return give({ type: 'event', confidence: 0.78 }, 'we-did');
  if (
    /^(?:have|live|adopt|get|marry)$/u.test(predicate.lemma) &&
    /\b(?:kids?|children|dogs?|cats?|house|baby|married|standup|retro|policy|rule|budget|deadline)\b/u.test(
      c.lower,
    )
  ) {
    const personal = /\b(?:kids?|children|dogs?|cats?|house|baby|married)\b/u.test(c.lower);
    if (!personal) return give({ type: 'knowledge', confidence: 0.8 }, 'we-have');
    const found = framed({ p: predicate, c, self: true });
    return found
      ? [
          {
            subjects: null,
            content: found.finding.content ?? content,
            finding: { ...found.finding, confidence: 0.8 },
            pattern: 'we-family',
            provenance: 0.85,
            tokens: clause.tokens,
          },
        ]
      : [];
  }
  return [];
};

const surpriseFor = (who: Who, statement: Statement, confided: boolean): Statement => {
  if (
    !/\b(?:party|gift|present|surprise|farewell|birthday|baby shower|send-?off|cake)\b/iu.test(
      statement.content,
    )
  )
    return statement;
  const at = statement.tokens.findIndex((token) => token.lower === 'for');
  if (at < 0 || !(confided || /surprise/iu.test(statement.content))) return statement;
  const named = who.nameAt(statement.tokens, at + 1, () => true, false);
  return named
    ? {
        ...statement,
        subjects: [named.ref],
        provenance: 0.88,
        finding: { ...statement.finding, type: 'event' },
      }
    : statement;
};

const copula = (tokens: readonly Token[], from: number, limit: number): number => {
  for (let at = from; at < Math.min(tokens.length, from + limit); at += 1) {
    const lower = tokens[at]?.lower ?? '';
    if (lower === 'is' || lower === 'are' || lower === 'was' || lower === ':' || lower === '=') return at;
    if (!isWord(tokens[at])) return -1;
  }
  return -1;
};

const labelled = (label: string, value: string): string => `${label}: ${value}`;
const vague =
  /^(?:not working|broken|working|fine|ok|okay|good|bad|great|slow|fast|weird|dead|gone|here|there|too|so|very|really|pretty|kinda|still|now|being|not|about|like|that|when|because|going|getting|doing|just|on|off|up|down|in|full|empty|missing|stuck|frozen|screwed|fucked|messed|lagging|running|about|over|coming|done|ready|set|set to|the same|different|unknown|none|null|wrong|right|correct|all|better|worse|what|how|why|where|if|to|in the|a bit|a mess|a lot|this|these|those)\b/u;

/** "favorite color is blue", "IGN: x", "birthday is March 15": an attribute and its value. */
const attributeOfWords = (
  label: readonly Token[],
  value: readonly Token[],
  negated: boolean,
): { content: string; finding: Finding } | null => {
  const words = label.map((token) => token.lower);
  const key = words.join(' ');
  const c = complementOf(
    value[0]?.lower === 'now' || value[0]?.lower === 'actually' ? value.slice(1) : value,
  );
  const text = c.text.replace(/\s+(?:now|currently|these days|instead|atm|by the way)$/iu, '');
  if (text === '' || c.words.length > 14 || /^(?:my|your|our|a|the|that|this)?\s*$/u.test(text)) return null;
  const favorite = words[0] === 'favorite' || (words[0] === 'least' && words[1] === 'favorite');
  if (favorite) {
    const noun = words
      .slice(words[0] === 'least' ? 2 : 1)
      .join(' ')
      .replace(/colour/gu, 'color');
    if (noun === '' || c.deictic || (vague.test(c.lower) && !/^(?:the|a|in)\b/u.test(c.lower))) return null;
    const head = words[0] === 'least' ? 'Least favorite' : 'Favorite';
    return {
      content: labelled(`${head} ${noun}`, negated ? `not ${text}` : text),
      finding: {
        type: 'preference',
        confidence: 0.92,
        importance: 0.65,
        topic: `${head === 'Favorite' ? '' : 'least-'}favorite-${noun.replace(/ /gu, '-')}`,
        value: valueOf(text),
      },
    };
  }
  const attribute =
    attributeOf(key) ??
    attributeOf(words.slice(-2).join(' ')) ??
    (words.length <= 3 ? attributeOf(words.at(-1) ?? '') : null);
  if (!attribute || c.deictic) return null;
  if (vague.test(c.lower) && !(attribute.topic === 'main' || /^the\b/u.test(c.lower))) return null;
  if (
    attribute.type === 'knowledge' &&
    !(
      /^\p{Lu}|\d/u.test(text) ||
      isIn('systems', c.words[0] ?? '') ||
      /^(?:a|an|called|named|about)\b/u.test(c.lower)
    )
  )
    return null;
  if (attribute.topic === 'name' && (c.words.length > 4 || !/^\p{L}/u.test(text))) return null;
  const exact = attributeOf(key) !== null;
  const name = exact ? attribute.label : key.charAt(0).toUpperCase() + key.slice(1);
  const shown = text.replace(/^(?:called|named)\s+/iu, '');
  return {
    content: labelled(name, negated ? `not ${shown}` : shown),
    finding: {
      type: attribute.type,
      confidence: 0.9,
      importance: attribute.importance,
      topic: exact ? attribute.topic : `${attribute.topic}:${words.slice(0, -1).join('-')}`,
      value: valueOf(shown),
      rank: attribute.rank,
    },
  };
};

const attribution = (
  clause: Clause,
  tokens: readonly Token[],
  subjects: readonly SubjectRef[] | null,
  provenance: number,
  prefix: string | null = null,
): readonly Statement[] => {
  const at = copula(tokens, 1, 6);
  if (at < 0) return [];
  const negated = tokens[at + 1]?.lower === 'not';
  const found = attributeOfWords(tokens.slice(0, at), tokens.slice(at + (negated ? 2 : 1)), negated);
  if (!found) return [];
  const content = prefix === null ? found.content : sentence(`${prefix}'s`, found.content);
  const { topic: _t, value: _v, ...plain } = found.finding;
  return [
    {
      subjects,
      content,
      finding: prefix === null ? found.finding : plain,
      pattern: 'attribute',
      provenance,
      tokens: clause.tokens,
    },
  ];
};

const ownThing = new Set(
  'use run be start begin end open close cost need launch support have release come arrive expire ship go'.split(
    ' ',
  ),
);
/** "my bakery website uses Astro", "my flight leaves on Friday". */
const mineDoes = (clause: Clause, tokens: readonly Token[]): readonly Statement[] => {
  for (let at = 1; at <= 4 && at < tokens.length; at += 1) {
    if (!beginsPredicate(tokens, at)) continue;
    const head = tokens[at - 1]?.lower ?? '';
    const p = predicateAt(tokens, at);
    if (!p || !ownThing.has(p.lemma) || isIn('transientNouns', head)) return [];
    const c = complementOf(p.rest);
    const named = /^(?:called|named)\b/u.test(c.lower);
    const firm =
      isDated(c.lower) ||
      named ||
      (p.lemma !== 'be' && (/\p{Lu}/u.test(c.text) || c.words.some((word) => isIn('systems', word)))) ||
      (p.lemma === 'be' && /^(?:a|an) \p{L}+/u.test(c.lower) && isIn('possessions', head)) ||
      /^(?:in|from|at) \p{Lu}/u.test(c.text);
    if (c.words.length === 0 || c.deictic || !firm || isTransient(c.words) || c.words.length > 12) return [];
    if (/\b(?:error|install\w*|boot\w*|work(?:s|ing)?)\b/u.test(c.lower)) return [];
    const subject = readable(tokens.slice(0, at));
    const phrase = p.lemma === 'be' && named ? c.text : `${verbPhrase(p)} ${c.text}`;
    return [
      {
        subjects: null,
        content: sentence(subject, phrase),
        finding: { type: isDated(c.lower) ? 'event' : 'knowledge', confidence: 0.78 },
        pattern: 'mine-does',
        provenance: 0.93,
        tokens: clause.tokens,
      },
    ];
  }
  return [];
};

const qualifiers = new Set(
  'older younger little big oldest youngest elder twin best old dear late new other eldest baby middle close good first second only ex future current former'.split(
    ' ',
  ),
);
const kinAt = (tokens: readonly Token[]): { word: string; next: number } | null => {
  const at = qualifiers.has(tokens[0]?.lower ?? '') ? 1 : 0;
  const qualifier = at === 1 ? `${tokens[0]?.lower ?? ''} ` : '';
  const found = kinshipOf(tokens[at]?.lower ?? '');
  return found ? { word: `${qualifier}${found.word}`, next: at + 1 } : null;
};

const possessed = (clause: Clause, tokens: readonly Token[], who: Who): Outcome => {
  const kin = kinAt(tokens);
  if (kin) return kinStatements(clause, tokens, kin, who);
  const own = attribution(clause, tokens, null, 0.96);
  if (own.length > 0) return { statements: own, subject: null };
  return { statements: mineDoes(clause, tokens), subject: null };
};

const kinStatements = (
  clause: Clause,
  tokens: readonly Token[],
  kin: { word: string; next: number },
  who: Who,
): Outcome => {
  const named = kinNameAt(who, tokens, kin.next);
  const found: Statement[] = [];
  let subject: Subject = { kind: 'kin', kin: kin.word.charAt(0).toUpperCase() + kin.word.slice(1) };
  let at = kin.next;
  if (named) {
    const text = named.ref.kind === 'entity' ? nameText(tokens, kin.next, named.length) : named.ref.name;
    found.push({
      subjects: null,
      content: labelled(subject.kin, text),
      finding: {
        type: 'relationship',
        confidence: 0.9,
        importance: 0.8,
        topic:
          /^(?:wife|husband|spouse|partner|girlfriend|boyfriend|mother|father|boss|manager|therapist|landlord|fiancee?)$/u.test(
            kin.word,
          )
            ? `kin:${kin.word}`
            : `kin:${kin.word}:${text.toLowerCase()}`,
        value: valueOf(text),
      },
      pattern: 'kin-name',
      provenance: 0.95,
      tokens: clause.tokens,
    });
    at += named.length;
    subject = { kind: 'people', refs: [named.ref], provenance: 0.9, unknown: false };
  } else if (!/'s?$/u.test(tokens[kin.next - 1]?.text ?? '')) {
    const known = kinNamed(who, kin.word);
    if (known) subject = { kind: 'people', refs: [known], provenance: 0.85, unknown: false };
  }
  const p = beginsPredicate(tokens, at) ? predicateAt(tokens, at) : null;
  if (p) found.push(...stated(clause, p, subject));
  return { statements: found, subject };
};
const nameText = (tokens: readonly Token[], from: number, length: number): string =>
  tokens
    .slice(from, from + length)
    .filter((token) => /^\p{Lu}|^\p{L}/u.test(token.text) && !/^(?:is|named|called)$/u.test(token.lower))
    .map((token) => token.text)
    .join(' ');

const thingVerbs = new Set(
  'be slip move shift start begin end close open launch ship cost expire happen take release merge go come get land arrive depart run use require include support meet change'.split(
    ' ',
  ),
);
const amountOrTime =
  /\b(?:\d[\d:.,/]*(?:am|pm|k|m|%|h|gb|mb)?|half|noon|midnight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekdays|weekends|tomorrow|tonight|january|february|march|april|june|july|august|september|october|november|december|next week|next month|eod|eow|q[1-4]|daily|weekly|monthly)\b|[$£€]\d/u;
const settledState =
  /^(?:now |officially |finally |already |currently )?(?:cancell?ed|postponed|delayed|approved|rejected|closed|sold out|confirmed|finali[sz]ed|scheduled|booked|cut|frozen|deprecated|moved|pushed|merged|signed|renewed|revoked|on hold|open to|due|called|named|in (?:room|building|hall|\p{Lu})|at (?:\d|the|noon|midnight)|on (?:the|floor|hold|\p{L}+day))\b/u;

const aboutThing = (clause: Clause, tokens: readonly Token[]): readonly Statement[] => {
  const articled = /^(?:the|our|this)$/u.test(tokens[0]?.lower ?? '');
  const from = articled ? 1 : 0;
  for (let at = from + 1; at <= from + 5 && at < tokens.length; at += 1) {
    if (!beginsPredicate(tokens, at)) {
      if (!isWord(tokens[at])) return [];
      continue;
    }
    const words = tokens.slice(from, at).map((token) => token.lower);
    const head = words.at(-1) ?? '';
    if (!isWord(tokens[from]) || !words.some((word) => isIn('thingNouns', word))) return [];
    const p = predicateAt(tokens, at);
    if (!p || p.tense === 'modal' || !thingVerbs.has(p.lemma)) return [];
    const c = complementOf(p.rest);
    if (c.words.length === 0 || c.words.length > 18 || c.deictic) return [];
    const firm =
      amountOrTime.test(c.lower) ||
      settledState.test(c.lower) ||
      (p.lemma === 'be' && /^(?:a |an |the )?\p{Lu}/u.test(c.text) && isIn('thingNouns', head));
    if (!firm) return [];
    const name = readable(tokens.slice(from, at));
    const when = amountOrTime.test(c.lower);
    const topicName = words.filter((word) => word !== 'new').join(' ');
    return [
      {
        subjects: [],
        content: sentence(name, verbPhrase(p), c.text),
        finding: {
          type: 'knowledge',
          confidence: articled || isIn('thingNouns', head) ? 0.82 : 0.74,
          importance: 0.6,
          ...(when
            ? {
                topic: `matter:${topicName}`,
                value: valueOf(
                  c.lower
                    .replace(/^(?:to|on|at|from|moved to|pushed to|until|by)\s+/u, '')
                    .replace(
                      /^(?:moved|pushed|postponed|delayed|rescheduled)(?: \p{L}+)? (?:to|until|till) /u,
                      '',
                    ),
                ),
              }
            : {}),
        },
        pattern: 'thing',
        provenance: 0.9,
        tokens: clause.tokens,
      },
    ];
  }
  return [];
};

const subjectlessLead = new Set(
  'runs built has loves likes hates prefers enjoys plays lives works owns speaks moved collects drives teaches studies watching looking working learning building planning allergic manages leads maintains founded grew graduated adopted used wants needs avoids drinks eats organizes hosts interviewing training saving switching joined started finished married never always not'.split(
    ' ',
  ),
);
/** People write of themselves without "I": "Runs the gold farm", "allergic to peanuts", "bastion main". */
const subjectless = (clause: Clause, tokens: readonly Token[], who: Who): readonly Statement[] => {
  const first = tokens[0]?.lower ?? '';
  if (attributeLed(tokens)) {
    const found = attribution(clause, tokens, null, 0.9);
    if (found.length > 0) return found;
  }
  const main = /^([\p{L}][\p{L}\p{N}' -]{1,24}) main$/u.exec(
    tokens
      .map((token) => token.text)
      .join(' ')
      .replace(/[\s.!)]+$/u, ''),
  );
  if (main && tokens.length <= 5 && !/^(?:the|my|a|on|in|is|to|i)\b/iu.test(main[1] ?? ''))
    return [
      {
        subjects: null,
        content: sentence(main[0]),
        finding: { type: 'preference', confidence: 0.82, importance: 0.55 },
        pattern: 'main',
        provenance: 0.9,
        tokens: clause.tokens,
      },
    ];
  if (
    isIn('adjectives', first) ||
    /^(?:allergic|fluent|diagnosed|born|based|originally|interested|obsessed)$/u.test(first)
  ) {
    const [be] = [
      {
        lemma: 'be',
        tense: 'present',
        modal: null,
        negated: false,
        adverbs: [],
        third: false,
        rest: tokens,
      } as const satisfies Predicate,
    ];
    const c = complementOf(tokens);
    const found = framed({ p: be, c, self: true });
    return found && (c.words.length > 1 || isIn('diet', first))
      ? [
          {
            subjects: null,
            content: contentOf(be, c, found.finding),
            finding: { ...found.finding, confidence: Math.min(found.finding.confidence, 0.82) },
            pattern: `bare-${found.frame}`,
            provenance: 0.88,
            tokens: clause.tokens,
          },
        ]
      : [];
  }
  const third = lemmaOf(first, 'third') !== null && first !== 'is';
  if (
    !subjectlessLead.has(first) &&
    !third &&
    !(lemmaOf(first, 'past') !== null && lemmaOf(first, 'base') === null)
  )
    return [];
  if (first === 'got' || first === 'said' || first === 'thought') return [];
  const p = predicateAt(tokens, 0);
  if (!p || p.lemma === 'be') return [];
  if (p.lemma === 'watch' || p.lemma === 'monitor') {
    const named = who.nameAt(tokens, 1, () => true, false);
    const c = complementOf(p.rest);
    if (named && c.words.length <= 8)
      return [
        {
          subjects: [named.ref],
          content: sentence(verbPhrase(p), c.text),
          finding: { type: 'observation', confidence: 0.78 },
          pattern: 'watching',
          provenance: 0.88,
          tokens: clause.tokens,
        },
      ];
  }
  return stated(clause, p, { kind: 'speaker' }).map((statement) => ({
    ...statement,
    pattern: `bare-${statement.pattern}`,
    provenance: 0.88,
    finding: { ...statement.finding, confidence: Math.min(statement.finding.confidence, 0.8) },
  }));
};

const attributeLed = (tokens: readonly Token[]): boolean => {
  const at = copula(tokens, 1, 4);
  if (at < 0) return false;
  const words = tokens.slice(0, at).map((token) => token.lower);
  if (words[0] === 'favorite' || words[0] === 'least') return true;
  const attribute = attributeOf(words.join(' '));
  if (!attribute) return false;
  return tokens[at]?.lower === ':' || tokens[at]?.lower === '=' || attribute.type === 'identity';
};

/** Reads one clause; `previous` is what the clause before was about. */
export const readClause = (
  clause: Clause,
  who: Who,
  previous: Subject | null,
  confided: boolean,
): Outcome => {
  const outcome = withSubject(clause, who, previous);
  return {
    ...outcome,
    statements: outcome.statements.map((statement) => surpriseFor(who, statement, confided)),
  };
};

const withSubject = (clause: Clause, who: Who, previous: Subject | null): Outcome => {
  const tokens = unaddressed(stripFillers(clause.tokens));
  const first = tokens[0]?.lower ?? '';
  if (first === '') return nothing;
  if (clause.continues && previous) {
    const p = predicateAt(tokens, 0);
    if (!p) return nothing;
    return {
      statements: previous.kind === 'place' ? shared(clause, p) : stated(clause, p, previous),
      subject: previous,
    };
  }
  if (first === 'i' || first === '/me') {
    const p = predicateAt(tokens, 1);
    const subject: Subject = { kind: 'speaker' };
    return p
      ? { statements: [...callMe(clause, p), ...stated(clause, p, subject)], subject }
      : { statements: [], subject };
  }
  if (first === 'we') {
    const p = predicateAt(tokens, 1);
    return { statements: p ? shared(clause, p) : [], subject: { kind: 'place' } };
  }
  if (first === 'my') return possessed(clause, tokens.slice(1), who);
  if (first === 'call' && tokens[1]?.lower === 'me')
    return { statements: calledBy(clause, tokens.slice(2)), subject: null };
  if (
    first === 'his' ||
    first === 'her' ||
    first === 'their' ||
    first === 'she' ||
    first === 'he' ||
    first === 'they'
  )
    return byPronoun(clause, tokens, who);
  if (first === 'you' || first === 'your') return byYou(clause, tokens, who);
  const named = byName(clause, tokens, who);
  if (named) return named;
  const things = aboutThing(clause, tokens);
  if (things.length > 0) return { statements: things, subject: { kind: 'thing' } };
  if (clause.startsMessage || tokens[0] === clause.tokens[0]) {
    const bare = subjectless(clause, tokens, who);
    if (bare.length > 0 && (clause.startsMessage || !/^bare-/u.test(bare[0]?.pattern ?? '')))
      return { statements: bare, subject: { kind: 'speaker' } };
  }
  return nothing;
};

const unaddressed = (tokens: readonly Token[]): readonly Token[] => {
  const [first, second] = tokens;
  if (!first || !second) return tokens;
  const label = attributeOf(first.lower) !== null;
  if (second.text === ':' && !label && /^@?[\p{L}\p{N}_|`^[\]{}-]{2,}$/u.test(first.text))
    return stripFillers(tokens.slice(2));
  if (second.text === ',' && (first.text.startsWith('@') || !isIn('fillers', first.lower)))
    return stripFillers(tokens.slice(2));
  // "@bob I like pizza" speaks to bob; "@bob loves pizza" speaks of him.
  if (
    (first.text.startsWith('@') || first.text.startsWith('<@')) &&
    /^(?:i|my|we|our|you|your|please|can|do|the|it|this|that|how|what)$/u.test(second.lower)
  )
    return stripFillers(tokens.slice(1));
  return tokens;
};

const calledBy = (clause: Clause, rest: readonly Token[]): readonly Statement[] => {
  const c = complementOf(rest);
  if (
    c.words.length === 0 ||
    c.words.length > 3 ||
    /^(?:when|back|if|later|a|an|the|crazy|stupid|old|paranoid|lazy|tomorrow|at|on|in|now|asap|tonight|please|again|for|up|via)\b/u.test(
      c.lower,
    )
  )
    return [];
  return [
    {
      subjects: null,
      content: labelled('Goes by', c.text),
      finding: { type: 'identity', confidence: 0.86, topic: 'goes-by', value: valueOf(c.text) },
      pattern: 'call-me',
      provenance: 0.95,
      tokens: clause.tokens,
    },
  ];
};
const callMe = (clause: Clause, p: Predicate): readonly Statement[] => {
  if (p.lemma === 'go' && p.tense === 'present' && p.rest[0]?.lower === 'by')
    return calledBy(clause, p.rest.slice(1));
  if (p.lemma !== 'be' || p.tense !== 'present' || p.negated) return [];
  const c = complementOf(p.rest);
  const word = c.words[0] ?? '';
  return c.words.length === 1 && isGivenName(word) && /^\p{Lu}/u.test(c.text)
    ? [
        {
          subjects: null,
          content: labelled('Name', c.text),
          finding: { type: 'identity', confidence: 0.84, importance: 0.8, topic: 'name', value: word },
          pattern: 'i-am-name',
          provenance: 0.95,
          tokens: clause.tokens,
        },
      ]
    : [];
};

const refsOf = (found: readonly Spoken1[], name: string): readonly SubjectRef[] => {
  const refs = found.flatMap((one) => (one.ref ? [one.ref] : []));
  const [only] = refs;
  if (refs.length === 1 && only) return refs;
  const candidates = refs.flatMap((ref) =>
    ref.kind === 'entity' ? [ref.entityId] : ref.kind === 'ambiguous' ? ref.candidates : [],
  );
  const names = refs.map((ref) => (ref.kind === 'entity' ? '' : ref.name)).filter((text) => text !== '');
  return [
    {
      kind: 'ambiguous',
      name: names.length > 0 ? names.join(' / ') : name,
      candidates: [...new Set(candidates)].sort(),
    },
  ];
};

const byPronoun = (clause: Clause, tokens: readonly Token[], who: Who): Outcome => {
  const first = tokens[0]?.lower ?? '';
  const possessive = first === 'his' || first === 'their' || (first === 'her' && true);
  if (!possessive && !predicateAt(tokens, 1)) return nothing;
  const probe = possessive
    ? attribution(clause, tokens.slice(1), [], 0.9)
    : stated(
        clause,
        predicateAt(tokens, 1) ?? {
          lemma: '',
          tense: 'present',
          modal: null,
          negated: false,
          adverbs: [],
          third: false,
          rest: [],
        },
        { kind: 'people', refs: [], provenance: 0.9, unknown: false },
      );
  if (probe.length === 0) return nothing;
  const found = who.antecedent(first);
  const [only] = found.who;
  if (!only) return nothing;
  if (found.who.length === 1 && only.kin !== null && only.ref === null) {
    const kin = only.kin.charAt(0).toUpperCase() + only.kin.slice(1);
    return {
      statements: probe.map((one) => ({
        ...one,
        subjects: null,
        content: possessive
          ? sentence(`${kin}'s`, one.content.charAt(0).toLowerCase() + one.content.slice(1))
          : sentence(kin, one.content.charAt(0).toLowerCase() + one.content.slice(1)),
        finding: { type: one.finding.type, confidence: one.finding.confidence },
        provenance: 0.88,
      })),
      subject: { kind: 'kin', kin },
    };
  }
  const refs = refsOf(found.who, first);
  const subject: Subject = { kind: 'people', refs, provenance: found.certain, unknown: false };
  return { statements: probe.map((one) => ({ ...one, subjects: refs, provenance: found.certain })), subject };
};

const byYou = (clause: Clause, tokens: readonly Token[], who: Who): Outcome => {
  const your = tokens[0]?.lower === 'your';
  const probe = your
    ? attribution(clause, tokens.slice(1), [], 0.8)
    : ((p) => (p ? stated(clause, p, { kind: 'people', refs: [], provenance: 0.8, unknown: false }) : []))(
        predicateAt(tokens, 1),
      );
  const firm = probe.filter(
    (one) =>
      /^(?:attribute|lives|be-age|be-role|studies|works|leads)$/u.test(one.pattern) &&
      one.finding.confidence >= 0.8 &&
      one.finding.type !== 'knowledge',
  );
  if (firm.length === 0) return nothing;
  const ref = who.addressee(stripFillers(clause.tokens));
  return ref
    ? {
        statements: firm.map((one) => ({
          ...one,
          subjects: [ref],
          provenance: 0.8,
          finding: { ...one.finding, confidence: Math.min(0.74, one.finding.confidence) },
        })),
        subject: null,
      }
    : nothing;
};

const possessive = /^(.+?)(?:['\u2019]s|(?<=s)['\u2019])$/u;
const byName = (clause: Clause, tokens: readonly Token[], who: Who): Outcome | null => {
  const starts = tokens[0] === clause.tokens[0] || clause.tokens.length - tokens.length <= 2;
  const owner = tokens
    .slice(0, 3)
    .findIndex(
      (token) =>
        possessive.test(token.text) &&
        !/^@?(?:it|that|there|here|what|who|he|she|let|how)['\u2019]s$/iu.test(token.text),
    );
  if (owner >= 0) return ofOwner(clause, tokens, owner, who, starts);
  const people: Named[] = [];
  let at = 0;
  for (;;) {
    const named = who.nameAt(
      tokens,
      at,
      (next) =>
        beginsPredicate(tokens, next) || (tokens[next]?.lower === 'and' && tokens[next + 1] !== undefined),
      starts && at === 0,
    );
    if (!named) break;
    people.push(named);
    at += named.length;
    if (tokens[at]?.lower !== 'and' && tokens[at]?.lower !== ',') break;
    at += 1;
  }
  if (
    people.length === 0 ||
    !(beginsPredicate(tokens, at) || (people.length > 1 && lemmaOf(tokens[at]?.lower ?? '', 'base') !== null))
  )
    return null;
  const p = predicateAt(tokens, at);
  if (!p) return null;
  const subject: Subject = {
    kind: 'people',
    refs: people.map((person) => person.ref),
    provenance: 0.92,
    unknown: people.some((person) => person.unknown && !isGivenName(firstWord(person))),
  };
  const statements = [...stated(clause, p, subject), ...presenting(clause, p, subject)].slice(0, 8);
  const trusted = statements.filter((one) => !subject.unknown || personalPatterns.has(one.pattern));
  return { statements: trusted, subject };
};
const firstWord = (named: Named): string =>
  named.ref.kind === 'entity' ? '' : (named.ref.name.toLowerCase().split(' ')[0] ?? '');
const personalPatterns = new Set(
  'be-adjective be-phrase lives grew-up moves works studies life medicine diagnosed taste eats attribute interviews'.split(
    ' ',
  ),
);

const presenting = (clause: Clause, p: Predicate, subject: Subject): readonly Statement[] => {
  if (subject.kind !== 'people' || (p.tense !== 'progressive' && p.tense !== 'future')) return [];
  const c = complementOf(p.rest);
  if (
    !/^(?:present|speak|demo|perform|play|go|lead|facilitate|take|host|chair|moderate|write|cover|drive|share|open|close)$/u.test(
      p.lemma,
    ) ||
    !/^(?:next|first|second|last|after\b.*|tonight|notes|minutes|the (?:notes|minutes|standup|retro|meeting|call|demo|session).*|up next)$/u.test(
      c.lower,
    )
  )
    return [];
  return [
    {
      subjects: subject.refs,
      content: sentence(verbPhrase(p), c.text),
      finding: { type: 'context', confidence: 0.8, portable: false },
      pattern: 'presenting',
      provenance: subject.provenance,
      tokens: clause.tokens,
    },
  ];
};

const ofOwner = (
  clause: Clause,
  tokens: readonly Token[],
  owner: number,
  who: Who,
  starts: boolean,
): Outcome | null => {
  const token = tokens[owner];
  const bare = possessive.exec(token?.text ?? '')?.[1];
  if (!token || bare === undefined) return null;
  const name = [...tokens.slice(0, owner), { ...token, text: bare, lower: bare.toLowerCase() }];
  const named = who.nameAt(name, 0, (next) => next === name.length, starts);
  if (!named || named.length !== name.length) return null;
  const rest = tokens.slice(owner + 1);
  const subject: Subject = {
    kind: 'people',
    refs: [named.ref],
    provenance: 0.92,
    unknown: named.unknown && !isGivenName(firstWord(named)),
  };
  const attributes = attribution(clause, rest, [named.ref], 0.92);
  if (attributes.length > 0) return { statements: attributes, subject };
  const kin = kinAt(rest);
  if (kin) {
    const p = beginsPredicate(rest, kin.next) ? predicateAt(rest, kin.next) : null;
    const about = p
      ? stated(clause, p, { kind: 'kin', kin: kin.word.charAt(0).toUpperCase() + kin.word.slice(1) })
      : [];
    return {
      statements: about.map((one) => ({ ...one, subjects: [named.ref], provenance: 0.88 })),
      subject: null,
    };
  }
  // "Bob's vegan", "Dana's moving to Rome": the verb, not a possessive.
  const p = predicateAt([{ ...token, text: 'is', lower: 'is' }, ...rest], 0);
  const statements = p ? [...stated(clause, p, subject), ...presenting(clause, p, subject)] : [];
  const trusted = statements.filter(
    (one) => (!subject.unknown || personalPatterns.has(one.pattern)) && one.pattern !== 'be-place',
  );
  return { statements: trusted, subject };
};

/** "Favorite color: blue" by itself: what it says, whoever it is about. */
export const attributeFinding = (tokens: readonly Token[]): Finding | null => {
  const at = copula(tokens, 1, 6);
  return at < 0
    ? null
    : (attributeOfWords(tokens.slice(0, at), tokens.slice(at + 1), false)?.finding ?? null);
};
