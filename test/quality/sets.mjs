// Every set that `npm run quality` measures, one entry each: add yours here, and its floors to floors.json.
import {
  consent,
  credentials,
  facts,
  heldBackSets,
  idiom,
  knownSets,
  labelledLines,
  program,
  ranks,
  rate,
  verifier,
  wrongFacts,
} from './measures.mjs';

const everyLine = () => [...knownSets, ...heldBackSets].flatMap((set) => labelledLines(set));

export const sets = [
  { set: 'wrong first', measure: wrongFacts('speech/wrong-first.jsonl') },
  { set: 'facts by rules', measure: wrongFacts('speech/facts-by-rules.jsonl') },
  ...[...knownSets, ...heldBackSets].map((set) => ({
    set: `facts: ${set}`,
    measure: facts(() => labelledLines(set)),
  })),
  { set: 'sensitivity', measure: ranks('speech/sensitivity.jsonl') },
  { set: 'sensitivity of idiom', measure: idiom('sensitivity/held.jsonl') },
  { set: 'credentials', measure: credentials('speech/credentials.jsonl') },
  { set: 'consent', measure: consent('speech/consent.jsonl') },
  {
    set: 'endings',
    measure: program('endings.mjs', [], (rows) => rows),
  },
  { set: 'verifier', measure: verifier(everyLine) },
  { set: 'extraction', measure: rate(everyLine) },
  {
    set: 'answers by facts, held back',
    measure: program('facts.mjs', ['--questions', 'held.jsonl'], (rows) => {
      const all = rows.find(({ kind }) => kind === 'all');
      return ['precision', 'recall', 'empty where right'].map((figure) => ({
        figure,
        value: all[figure],
        of: all.questions,
      }));
    }),
  },
  {
    set: 'answers by messages, held back',
    measure: program('messages.mjs', ['--questions', 'held.jsonl'], (rows) => {
      const kith = rows.find(({ engine }) => engine === 'kith, messages');
      return ['recall@10', 'nDCG@10'].map((figure) => ({ figure, value: kith[figure], of: kith.questions }));
    }),
  },
];
